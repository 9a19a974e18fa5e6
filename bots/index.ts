import type { BundledBot } from './bundledBot.js'
import { createEcho } from './echo/bot.js'
import { createTopics } from './topics/bot.js'
import { createWhois } from './whois/bot.js'

export type { BundledBot } from './bundledBot.js'
export { bakeryWith } from './organisation.js'

/** Every bot that comes with Earshot. */
export const bundledBots: readonly BundledBot[] = [
  { full_name: 'Echo', summary: 'says back what it is told', role: 'member', create: createEcho },
  { full_name: 'Whois', summary: 'looks people and groups up', role: 'member', create: createWhois },
  { full_name: 'Topics', summary: 'follows, mutes and deletes topics', role: 'administrator', create: createTopics },
]
