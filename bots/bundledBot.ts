import type { Bot } from 'earshot'

/** A bot that comes with Earshot, ready to be served. */
export interface BundledBot {
  readonly full_name: string
  /** What it is for, in a line. */
  readonly summary: string
  /** The rights that its account needs. */
  readonly role: 'member' | 'administrator'
  create(): Bot
}
