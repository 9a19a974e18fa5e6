import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { environmentOf, escapeText, html } from './environment.js'

/** Links without a text show their address; those into the organisation are relative; images are shown below. */
export function links(md: MarkdownIt): void {
  md.core.ruler.push('links', (state) => {
    state.tokens = state.tokens.flatMap((token, at) => {
      if (token.type === 'inline' && token.children !== null) {
        token.children = token.children.flatMap((child, place, all) => mended(state, child, all[place + 1]))
      }
      const before = state.tokens[at - 1]
      return token.type === 'paragraph_close' && before?.type === 'inline'
        ? [token, ...previews(state, before)]
        : [token]
    })
  })
  md.renderer.rules.image = (tokens, at) => {
    const token = tokens[at]
    const source = String(token?.attrGet('src') ?? '')
    const { escapeHtml } = md.utils
    const text = escapeHtml(token?.content ?? '')
    return source.startsWith('/user_uploads/')
      ? `<img alt="${text}" class="inline-image" src="${escapeHtml(source)}">`
      : `<a href="${escapeHtml(source)}">${escapeText(token?.content || source)}</a>`
  }
}

function mended(state: StateCore, token: Token, next: Token | undefined): Token[] {
  if (token.type !== 'link_open') return [token]
  const address = String(token.attrGet('href') ?? '')
  const own = `${environmentOf(state).world.url()}/`
  if (address.startsWith(`${own}#narrow`)) token.attrSet('href', `/${address.slice(own.length)}`)
  if (next?.type !== 'link_close') return [token]
  const text = new state.Token('text', '', 0)
  text.content = address
  return [token, text]
}

/** For every link to an image, the image. */
function previews(state: StateCore, paragraph: Token): Token[] {
  const { escapeHtml } = state.md.utils
  return (paragraph.children ?? []).flatMap((child) => {
    const address = child.type === 'link_open' ? String(child.attrGet('href') ?? '') : ''
    if (!/^[^?#]+\.(?:bmp|gif|jpe?g|png|webp)(?:[?#].*)?$/i.test(address)) return []
    const source = escapeHtml(address)
    const token = new state.Token(html, '', 0)
    token.block = true
    token.content = `<div class="message_inline_image"><a href="${source}"><img src="${source}"></a></div>\n`
    return [token]
  })
}
