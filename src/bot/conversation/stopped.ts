import type { Target } from './conversationStore.js'

/** Why a run of a handler went no further. */
export type Stopped =
  /** It waits for an answer; `replaced` is the question that waited in its place before. */
  | { readonly kind: 'waiting'; readonly replaced: Target | undefined }
  /** The delivery comes again, and its handler runs once more. */
  | { readonly kind: 'comes again' }
  /** Somebody else has the conversation. */
  | { readonly kind: 'taken over' }
  | { readonly kind: 'changed'; readonly expected: string | undefined; readonly found: string }
  /** The process died in the middle of something that must not be done twice. */
  | { readonly kind: 'uncertain'; readonly step: string }

/** What is written down stays as it is for whoever goes on. */
export const goesOn: ReadonlySet<Stopped['kind']> = new Set(['waiting', 'taken over', 'comes again'])
