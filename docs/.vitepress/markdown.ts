import { dirname, join } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'

interface Site {
  readonly repository: string
  readonly endpointNames: ReadonlySet<string>
}

/** Adapts pages that are written for a checkout to the site. */
export function adaptMarkdown(md: MarkdownRenderer, { repository, endpointNames }: Site): void {
  md.core.ruler.push('adapted to the site', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href !== null) token.attrSet('href', onSite(href, env.relativePath, repository))
    }
    nameNoEmptyColumns(tokens)
  })
  linkEndpoints(md, endpointNames)
  // Two braces are no template here: they stand for themselves.
  for (const kind of ['text', 'code_inline']) {
    const render = md.renderer.rules[kind]
    md.renderer.rules[kind] = (...args) => render?.(...args).replaceAll('{{', '&#123;&#123;') ?? ''
  }
}

/** Whole addresses of pages stay on the site. The README leads to the repository: the site has a first page of its own. */
function onSite(href: string, page: string, repository: string): string {
  const published = `${repository}/blob/main/`
  const [path = '', anchor] = href.split('#')
  if (path === `${published}README.md` || join(dirname(page), path) === 'README.md')
    return anchor === undefined ? repository : `${repository}#${anchor}`
  return href.startsWith(published) ? `/${href.slice(published.length)}` : href
}

type RenderRule = NonNullable<MarkdownRenderer['renderer']['rules']['code_inline']>
type Tokens = Parameters<RenderRule>[0]

/** A heading without text is none: screen readers would announce it. */
function nameNoEmptyColumns(tokens: Tokens): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue
    for (const cell of [token, tokens[index + 2]]) if (cell !== undefined) cell.tag = 'td'
  }
}

/**
 * Makes the name of an endpoint in prose, such as `messages.send`, a link to its page. The pages of endpoints are generated, so a
 * link to them would lead nowhere in the repository.
 */
function linkEndpoints(md: MarkdownRenderer, names: ReadonlySet<string>): void {
  const render = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const code = render?.(tokens, index, ...rest) ?? ''
    const name = tokens[index]?.content.replace(/^(ctx\.)?client\./, '').replace(/\(.*\)$/, '') ?? ''
    if (!names.has(name) || isInLink(tokens, index)) return code
    return `<a href="/docs/reference/endpoints/${name.replace('.', '/')}">${code}</a>`
  }
}

function isInLink(tokens: Tokens, index: number): boolean {
  const before = tokens.slice(0, index)
  return (
    before.findLastIndex(({ type }) => type === 'link_open') > before.findLastIndex(({ type }) => type === 'link_close')
  )
}
