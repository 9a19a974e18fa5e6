import type { World } from '../world.js'

/** What a rendering knows of the organisation, and what it finds on the way. */
export interface Environment {
  readonly world: World
  /** Whom it calls, each once. Few, and mostly none: a list is made with the first. */
  users: readonly number[]
  groups: readonly number[]
  channelWildcard: boolean
  topicWildcard: boolean
  readonly escapeHtml: (text: string) => string
}

export function newEnvironment(world: World, escapeHtml: (text: string) => string): Environment {
  return { world, users: nobody, groups: nobody, channelWildcard: false, topicWildcard: false, escapeHtml }
}

const nobody: readonly never[] = []

/** The environment of a rendering, as the parser hands it on. */
export function environmentOf(state: { readonly env: Readonly<Record<string, unknown>> }): Environment {
  return state.env.environment as Environment
}

/** A token whose content is HTML already. */
export const html = 'finished_html'
