import type { DefaultTheme, MarkdownEnv, MarkdownRenderer } from 'vitepress'

/**
 * Search over guides, reference and endpoints. The index is loaded with the first search, so it has prose only: no blocks of
 * code, and of an endpoint's page only the beginning.
 */
export const search: DefaultTheme.LocalSearchOptions & { _render: Render } = {
  miniSearch: {
    // These functions run in the browser too: they must not use anything from outside.
    options: {
      // A name with a dot is a word too, so that `messages.send` finds that endpoint.
      tokenize: (text: string) => [
        ...text.split(/[\n\r\p{Z}\p{P}]+/u),
        ...(text.match(/\b[a-z]\w*\.[a-z]\w*\b/gi) ?? []),
      ],
      processTerm: (term: string) => {
        const word = term.toLowerCase()
        const filler =
          /^(the|an?|of|to|in|is|are|it|its|and|or|that|this|for|with|as|by|on|be|if|at|from|has|have|was|which|not|no|can|all|one|what|how|do|does)$/
        return word.length > 24 || /^\d+$/.test(word) || filler.test(word) ? null : word
      },
    },
    searchOptions: {
      fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
      prefix: true,
      boost: { title: 4, text: 2, titles: 1 },
      boostDocument: (id: string, term: string) => {
        if (id.includes('/guides/')) return 3
        return id.includes('/endpoints/') ? (term.includes('.') ? 10 : 0.6) : 1
      },
    },
  },
  _render,
}

type Render = (source: string, env: MarkdownEnv, md: MarkdownRenderer) => string

/** Lists of everything, and pages that repeat others. */
const leftOut = /reference\/(commands|api|endpoints\/\w+\.md|command-options|server-api|assumptions|benchmarks)/

function _render(source: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const { relativePath } = env
  if (!/^docs\/(guides|reference)\//.test(relativePath) || leftOut.test(relativePath)) return ''
  const prose = source.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '')
  return md.render(relativePath.includes('/endpoints/') ? beginning(prose) : prose, env)
}

/** Title, summary and the names of parameters. */
function beginning(page: string): string {
  const [start = '', parameters = ''] = page.split('\n## Parameters\n')
  const names = [...(parameters.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  return `${start.replaceAll(/^:::.*$|<[^>]*>/gm, '')}\n\n${names.join(' ')}`
}
