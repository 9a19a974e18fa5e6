import { decodeEntities } from '../text/index.js'
import { type Bindings, escapePlaceholders, matchText } from './placeholders.js'
import type { Action, MoveScope, Text, ToWidget, TranscriptPlace, Value } from './transcript.js'

/** An action as the simulator observed it: texts and values are literal, without placeholders. */
export type Observed =
  | { readonly kind: 'message'; readonly who: string; readonly place: TranscriptPlace; readonly content: string }
  /** `times`: the number of consecutive edits it stands for, if more than one. */
  | ({ readonly kind: 'edit'; readonly content: string; readonly times?: number } & OnMessage)
  | ({ readonly kind: 'delete' } & OnMessage)
  | ({ readonly kind: 'react' | 'unreact'; readonly emoji: string } & OnMessage)
  | ({ readonly kind: 'move'; readonly scope: MoveScope; readonly to: TranscriptPlace } & OnMessage)
  | ({ readonly kind: Exclude<ToWidget['kind'], 'press'>; readonly part: string } & OnMessage)
  /** Its text is that of a button. */
  | ({ readonly kind: 'press'; readonly part: string; readonly content: string } & OnMessage)
  | { readonly kind: 'upload'; readonly who: string; readonly name: string; readonly content: string }
  | ({ readonly kind: 'effect'; readonly as?: string } & ObservedCall)

interface OnMessage {
  readonly who: string
  readonly place: TranscriptPlace
  readonly target: Target
}

export interface Target {
  readonly id: number
  readonly content: string
  /** It is the target if none is named. */
  readonly isNewest: boolean
}

interface ObservedCall {
  readonly endpoint: string
  /** Without those that have their default value. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly defaults: Readonly<Record<string, unknown>>
}

export interface Wording {
  text(content: string): Text
  value(value: unknown): Value
  /** The words that identify a message; `isDemanded`: even if it is the newest. */
  which(target: Target, isDemanded: boolean): string | undefined
}

export function actionOf(observed: Observed, wording: Wording): Action {
  switch (observed.kind) {
    case 'message':
      return { kind: 'message', who: observed.who, text: wording.text(shownIn(observed)) }
    case 'upload':
      return { kind: 'upload', who: observed.who, name: observed.name, text: wording.text(observed.content) }
    case 'effect': {
      const entries = Object.entries(observed.parameters).map(([name, value]) => [name, wording.value(value)])
      const { defaults: _, ...call } = observed
      return { ...call, parameters: Object.fromEntries(entries) }
    }
  }
  const { kind, who, target } = observed
  // A deleted or moved message can't be looked up, so its words are always given.
  const which = wording.which(target, kind === 'delete' || kind === 'move')
  const aim = which === undefined ? {} : { which }
  if (kind === 'edit') {
    const { times } = observed
    return { kind, who, text: wording.text(shownIn(observed)), ...(times !== undefined && { times }), ...aim }
  }
  if (kind === 'move') return { kind, who, scope: observed.scope, to: observed.to, ...aim }
  if (kind === 'delete') return { kind, who, ...aim }
  if ('emoji' in observed) return { kind: observed.kind, who, emoji: observed.emoji, ...aim }
  return { kind: observed.kind, who, part: wording.text(observed.part), ...aim }
}

/** The text as readers see it: messages without HTML entities, files as they are. */
export function shownIn({ kind, content }: Extract<Observed, { readonly content: string }>): string {
  return kind === 'upload' ? content : decodeEntities(content)
}

/** A message by its text, or by the beginning of a long one. */
export function quoteOf(content: string): string {
  const shown = decodeEntities(content)
  const start = beginning(shown.split('\n')[0] ?? '')
  return start === shown ? escapePlaceholders(shown) : `${escapePlaceholders(start)}…`
}

export const beginning = (line: string) => [...line].slice(0, 50).join('')

/** Whether a message is, or begins with, the words that identify it. */
export function isMeant(which: Text, content: string, bindings: Bindings): boolean {
  if (matchAsShown(which, content, bindings) !== undefined) return true
  return which.endsWith('…') && matchAsShown(`${which.slice(0, -1)}{{lines}}`, content, bindings) !== undefined
}

/** Like `matchText`, for the source of a message: matches it as it is, or as readers see it, without HTML entities. */
export function matchAsShown(text: Text, content: string, bindings: Bindings): Bindings | undefined {
  const found = matchText(text, content, bindings)
  const shown = found === undefined ? decodeEntities(content) : content
  return shown === content ? found : matchText(text, shown, bindings)
}
