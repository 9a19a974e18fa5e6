/**
 * What happens next in a conversation that chance makes up. Numbers choose among what there is when it happens: people,
 * places, buttons. So a step means something wherever it stands, and the list can be shortened at will.
 */
export type Step =
  | Said
  /** They all speak before the bot has answered any of them. */
  | { readonly kind: 'at once'; readonly said: readonly Said[] }
  | { readonly kind: 'edit'; readonly who: number; readonly text: string }
  /** To the newest widget there: a button is pressed, an option voted for, a task ticked off, or one of these is added. */
  | { readonly kind: 'widget'; readonly who: number; readonly part: number; readonly adds: boolean }
  | { readonly kind: 'react'; readonly who: number; readonly emoji: string }
  | { readonly kind: 'later'; readonly by: string }
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'no faults' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'level'; readonly level: number }

export interface Said {
  readonly kind: 'say'
  readonly who: number
  /** 0: where the last one spoke. */
  readonly where: number
  readonly text: string
}
