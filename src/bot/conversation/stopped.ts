import type { PendingQuestion } from './conversationStore.js'

/** Why a run of a handler stopped early. */
export type Stopped =
  /** It waits for an answer; `replaced` is the pending question that this one replaces. */
  | { readonly kind: 'waiting'; readonly replaced: PendingQuestion | undefined }
  /** The delivery will be retried, and its handler run again. */
  | { readonly kind: 'comes again' }
  /** Another process has the conversation. */
  | { readonly kind: 'taken over' }
  | { readonly kind: 'changed'; readonly expected: string | undefined; readonly found: string }
  /** The process died during a step that must not be done twice. */
  | { readonly kind: 'uncertain'; readonly step: string }

/** The record stays as it is for the next run. */
export const goesOn: ReadonlySet<Stopped['kind']> = new Set(['waiting', 'taken over', 'comes again'])
