import type { World } from '../world.js'

/** What a rendering knows of the organisation, and what it finds on the way. */
export interface Environment {
  readonly world: World
  /** Whom it calls, each once. Few, and mostly none: a list is made with the first. */
  users: readonly number[]
  groups: readonly number[]
  channelWildcard: boolean
  topicWildcard: boolean
}

export function newEnvironment(world: World): Environment {
  return { world, users: nobody, groups: nobody, channelWildcard: false, topicWildcard: false }
}

const nobody: readonly never[] = []

/** The environment of a rendering, as the parser hands it on. */
export function environmentOf(state: { readonly env: Readonly<Record<string, unknown>> }): Environment {
  return state.env.environment as Environment
}

/** Text between tags, in which the server leaves quotation marks as they are. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A token whose content is HTML already. */
export const html = 'finished_html'
