import type { StateCore, Token } from 'markdown-it'
import { html } from './environment.js'

/** A piece of a text, and the HTML that takes its place. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly html: string
}

/** Puts HTML in the place of pieces of text, wherever text is shown as such: not in code, nor inside links. */
export function replaceInText(state: StateCore, find: (text: string) => readonly Replacement[]): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || block.children === null) continue
    let links = 0
    block.children = block.children.flatMap((token) => {
      if (token.type === 'link_open') links += 1
      if (token.type === 'link_close') links -= 1
      return token.type === 'text' && links === 0 ? replaced(state, token, find(token.content)) : [token]
    })
  }
}

function replaced(state: StateCore, token: Token, replacements: readonly Replacement[]): Token[] {
  if (replacements.length === 0) return [token]
  const made: Token[] = []
  const add = (type: string, content: string) => {
    if (content === '') return
    const part = new state.Token(type, '', 0)
    part.content = content
    part.level = token.level
    made.push(part)
  }
  let from = 0
  for (const replacement of replacements) {
    add('text', token.content.slice(from, replacement.start))
    add(html, replacement.html)
    from = replacement.end
  }
  add('text', token.content.slice(from))
  return made
}
