import type { DefaultTheme, MarkdownEnv, MarkdownRenderer } from 'vitepress'
import { otherWords } from './otherWords'

type Options = DefaultTheme.LocalSearchOptions & { _render: Render }
type Render = (source: string, env: MarkdownEnv, md: MarkdownRenderer) => string

/**
 * Search over guides, reference and endpoints. The index is loaded with the first search, so it has prose only: no blocks of
 * code, and of an endpoint's page only the beginning.
 */
export const search: Options = {
  detailedView: false,
  miniSearch: {
    // These functions run in the browser too: they must not use anything from outside.
    options: {
      fields: ['page', 'heading', 'words', 'text'],
      storeFields: ['title', 'titles', 'line'],
      // A section's text is three lines: the one that is shown, other words for it, and all that it says.
      extractField: (section, name) => {
        const { id, title, titles, text = '' } = section as unknown as Section
        const [line = '', words = '', ...rest] = text.split('\n')
        const fields: Record<string, unknown> = { id, title, titles, line, words, text: rest.join(' ') }
        if (name === 'page') return titles.length === 0 ? title : ''
        if (name === 'heading') return titles.length === 0 ? '' : title
        return fields[name] as string
      },
      // Names are words too, whole and in their parts: `messages.send` finds that endpoint, and `onDirectMessage` is a direct message.
      tokenize: (text: string) => [
        ...text.split(/[\n\r\p{Z}\p{P}]+|(?<=[a-z])(?=[A-Z][a-z])/u),
        ...(text.match(/\b[a-z]\w*\.[a-z]\w*\b|\b\w+_\w+\b/gi) ?? []),
      ],
      // A word as it is compared: in American spelling, and without the endings of plurals and verbs.
      processTerm: (term: string) => {
        const word = term.toLowerCase().replace(/(n)['’]t$/, '$1t')
        const filler =
          /^(the|an?|of|to|in|is|are|it|its|and|or|that|this|for|with|as|by|on|be|been|if|at|from|has|have|had|was|were|which|not|no|can|could|will|would|should|may|must|all|one|what|how|why|when|where|while|than|then|so|too|do|does|did|my|me|i|your|you|we|our|they|them|their|there|here|these|those|he|she|his|her|who|whose|into|about|also|any|some|such|both|other|others|more|most|each|itself|themselves|(is|are|do|does|did|wo|ca|was)n?t?|t|s)$/
        if (word.length > 24 || /^(\d{1,2}|\d{4,})$/.test(word) || filler.test(word)) return null
        const stem = word
          .replace(/(?<=\w{3})is(?=(e|es|ed|ing|ations?)$)/, 'iz')
          .replace(/(?<=\w{2})our(?=s?$|ed$|ing$)/, 'or')
          .replace(/(?<=\w\w)ie[sd]$/, 'y')
          .replace(/(?<=\w[^su])s$/, '')
          .replace(/(?<=\w{3})(ations?|ions?|ing|ed|ments?)$/, '')
          .replace(/([bdgmnpt])\1$/, '$1')
        return stem.length > 4 ? stem.replace(/(at)?e$/, '') : stem
      },
    },
    searchOptions: {
      fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
      prefix: (term: string) => term.length > 2,
      // Words that every page is about, or that say nothing of the matter.
      boostTerm: (term: string) =>
        /^(bot|message|chat|zulip|earshot|us|add|get|set|setup|mak|creat|send|want|need|work|run|support|issu|problem|user|channel|check|custom|exampl|text|typ|handl|handler)$/.test(
          term,
        )
          ? 0.25
          : 1,
      weights: { fuzzy: 0.5, prefix: 0.25 },
      boost: { page: 8, words: 8, heading: 6, text: 1 },
      // Long lists of other words and long pages count nearly as much as short ones.
      bm25: { k: 1.2, b: 0.15, d: 0.5 },
      boostDocument: (id: string, term: string) => {
        if (id.includes('/endpoints/')) return term.includes('.') ? 2 : 0.7
        if (/\/(chat-sdk|redis|organisations|scaling|follow-ups|coming-from-\w+)/.test(id)) return 0.7
        return id.includes('/guides/') ? 1.6 : 1
      },
    },
    _splitIntoSections: sectionsOf,
  },
  _render,
}

/** Shows the line of each hit, for which VitePress's box has no place, and answers while one types. */
export const showLines = {
  name: 'lines of hits',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
    const place = '<div v-if="showDetailedList" class="excerpt-wrapper">'
    const changed = code
      .replace(place, `<p class="line" v-text="p.line" />${place}`)
      .replace('debounce: 200', 'debounce: 80')
    if (!changed.includes('class="line"') || !changed.includes('debounce: 80'))
      throw new Error('VitePress has changed its search box: see docs/.vitepress/search.ts.')
    return changed
  },
} as const

interface Section {
  readonly id: string
  readonly title: string
  readonly titles: readonly string[]
  readonly text?: string
}

/** Lists of everything, and pages that repeat others. */
const leftOut = /reference\/(commands|api|endpoints\/\w+\.md|command-options|server-api|assumptions|benchmarks)/

function _render(source: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const { relativePath } = env
  if (!/^docs\/(guides|reference)\//.test(relativePath) || leftOut.test(relativePath)) return ''
  const prose = source.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '')
  if (relativePath.includes('/endpoints/')) return md.render(beginning(prose), env)
  return md.render(relativePath.endsWith('/options.md') ? namesOfOptions(prose) : prose, env)
}

const namesOfOptions = (page: string) => page.replaceAll(/^\| `(\w+)\??`.*$/gm, '$1').replaceAll(/^\|.*$/gm, '')

/** Title, summary and the names of parameters. */
function beginning(page: string): string {
  const [start = '', parameters = ''] = page.split('\n## Parameters\n')
  const names = [...(parameters.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  return `${start.replaceAll(/^:::.*$|<[^>]*>/gm, '')}\n\n${names.join(' ')}`
}

/** Each heading with what stands below it. The first, the page's title, has none above it. */
async function* sectionsOf(path: string, html: string) {
  const page = /\/docs\/(.*)\.md$/.exec(path)?.[1] ?? ''
  const titles: string[] = []
  for (const [, level, heading = '', anchor = '', content = ''] of html.matchAll(
    /<h(\d)[^>]*>(.*?)<a [^>]*href="#([^"]*)".*?<\/h\1>(.*?)(?=<h\d|$)/gs,
  )) {
    titles.length = Number(level) - 1
    titles.push(plain(heading))
    const words = otherWords[Number(level) === 1 ? page : `${page}#${anchor}`] ?? ''
    const text = plain(content)
    yield { anchor, titles: titles.filter(Boolean), text: `${firstLine(text)}\n${words}\n${text}` }
  }
}

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#123;', '{')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What a hit shows of its text: at most 72 characters, in whole words. */
const firstLine = (text: string) => (text.length > 72 ? `${/^.{1,71}(?= )/.exec(text)?.[0] ?? ''}…` : text)
