/**
 * A step of a random conversation. Numbers are indices into what exists when it happens: people, places, buttons. So a step
 * is valid anywhere, and other steps can be removed.
 */
export type Step =
  | SayStep
  /** All messages are sent before the bot answers any of them. */
  | { readonly kind: 'at once'; readonly said: readonly SayStep[] }
  | { readonly kind: 'edit'; readonly who: number; readonly text: string }
  /** Uses the newest widget there: presses a button, votes, ticks off a task, or adds an option or a task. */
  | { readonly kind: 'widget'; readonly who: number; readonly part: number; readonly adds: boolean }
  | { readonly kind: 'react'; readonly who: number; readonly emoji: string }
  | { readonly kind: 'later'; readonly by: string }
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'no faults' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'level'; readonly level: number }

export interface SayStep {
  readonly kind: 'say'
  readonly who: number
  /** 0: the current place. */
  readonly where: number
  readonly text: string
}
