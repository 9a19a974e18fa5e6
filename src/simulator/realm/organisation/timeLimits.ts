import type { World } from '../world/world.js'

/** The organisation's settings that are a number of seconds, and the assumptions that are their defaults. */
const defaults = {
  message_content_edit_limit_seconds: 'editSeconds',
  message_content_delete_limit_seconds: 'deleteSeconds',
  move_messages_between_streams_limit_seconds: 'moveSeconds',
  move_messages_within_stream_limit_seconds: 'moveSeconds',
} as const

export type TimeLimitName = keyof typeof defaults
export const timeLimitNames = Object.keys(defaults) as readonly TimeLimitName[]

/** A limit in seconds; null if there is none. */
export function timeLimit({ state, assumptions }: World, name: TimeLimitName): number | null {
  // Only numbers and null are stored.
  return state.realmSettings.has(name) ? (state.realmSettings.get(name) as number | null) : assumptions[defaults[name]]
}
