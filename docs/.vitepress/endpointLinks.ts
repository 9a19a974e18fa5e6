import type { MarkdownRenderer } from 'vitepress'

/**
 * Makes the name of an endpoint in prose, such as `messages.send`, a link to its page. The pages of endpoints are generated, so a
 * link to them would lead nowhere in the repository.
 */
export function linkEndpoints(md: MarkdownRenderer, names: ReadonlySet<string>): void {
  const render = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const code = render?.(tokens, index, ...rest) ?? ''
    const name = tokens[index]?.content.replace(/^(ctx\.)?client\./, '').replace(/\(.*\)$/, '') ?? ''
    if (!names.has(name) || isInLink(tokens, index)) return code
    return `<a href="/docs/reference/endpoints/${name.replace('.', '/')}">${code}</a>`
  }
}

type Tokens = Parameters<NonNullable<MarkdownRenderer['renderer']['rules']['code_inline']>>[0]

const isInLink = (tokens: Tokens, index: number) =>
  tokens
    .slice(0, index)
    .reduce((depth, { type }) => depth + (type === 'link_open' ? 1 : type === 'link_close' ? -1 : 0), 0) > 0
