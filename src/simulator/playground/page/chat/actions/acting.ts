import { signal } from '@preact/signals'
import type { Acted } from './acts.js'

/** What is open on a message or a topic: one thing at a time, on the whole page. */
export type Acting =
  | ({ readonly kind: 'menu' | 'emoji'; readonly beside: Element | undefined } & Acted)
  | ({ readonly kind: 'edit' | 'move' | 'history' } & Acted)
  | ({ readonly kind: 'topic'; readonly beside: Element | undefined } & OfTopic)
  | ({ readonly kind: 'rename' | 'deleteTopic' } & OfTopic)

/** A topic, and whoever acts on it. */
export interface OfTopic {
  readonly userId: number
  readonly channelId: number
  readonly topic: string
}

export const acting = signal<Acting | undefined>(undefined)

export const stopActing = () => {
  acting.value = undefined
}

/** Opens the menu of a topic beside what was pressed. */
export function openTopicMenu(of: OfTopic, beside: Element | undefined): void {
  acting.value = { ...of, beside, kind: 'topic' }
}

/** Opens the menu of a message. */
export function openMessageMenu(acted: Acted, beside: Element | undefined): void {
  acting.value = { ...acted, beside, kind: 'menu' }
}
