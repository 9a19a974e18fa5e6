import type { StateCore, Token } from 'markdown-it'
import type { World } from '../world.js'

/** The organisation that a text is rendered for, and the mentions collected while rendering. */
export interface Environment {
  readonly world: World
  /** Users to notify. */
  readonly users: Set<number>
  readonly groups: Set<number>
  channelWildcard: boolean
  topicWildcard: boolean
  /** Whether the text that is being rendered stands in a quote, where mentions are silent. */
  inQuote: boolean
}

export function newEnvironment(world: World): Environment {
  return { world, users: new Set(), groups: new Set(), channelWildcard: false, topicWildcard: false, inQuote: false }
}

export function environmentOf(state: { readonly env: Readonly<Record<string, unknown>> }): Environment {
  return state.env.environment as Environment
}

/** Text between tags, in which the server doesn't escape quotation marks. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export const html = 'finished_html'

export interface Replacement {
  readonly start: number
  readonly end: number
  readonly html: string
}

/** Replaces parts of the text by HTML, except in code and links. */
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
