import type { Bot } from 'earshot'
import { createEcho } from './echo/bot.js'
import { createTopics } from './topics/bot.js'
import { createWhois } from './whois/bot.js'

/** A bot that comes with Earshot, ready to be served. */
export interface BundledBot {
  readonly full_name: string
  /** What it is for, in a line. */
  readonly summary: string
  /** The rights that its account needs. */
  readonly role: 'member' | 'administrator'
  create(): Bot
}

export const bundledBots: readonly BundledBot[] = [
  { full_name: 'Echo', summary: 'says back what it is told', role: 'member', create: createEcho },
  { full_name: 'Whois', summary: 'looks people and groups up', role: 'member', create: createWhois },
  { full_name: 'Topics', summary: 'follows, mutes and deletes topics', role: 'administrator', create: createTopics },
]
