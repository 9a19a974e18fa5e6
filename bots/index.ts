import { createAway } from './away/bot.js'
import type { BundledBot } from './bundledBot.js'
import { createCall } from './call/bot.js'
import { createEcho } from './echo/bot.js'
import { createLater } from './later/bot.js'
import { createOffboard } from './offboard/bot.js'
import { createQuiet } from './quiet/bot.js'
import { createTopics } from './topics/bot.js'
import { createWhois } from './whois/bot.js'

export type { BundledBot } from './bundledBot.js'
export { bakeryWith } from './organisation.js'

/** Every bot that comes with Earshot. */
export const bundledBots: readonly BundledBot[] = [
  { full_name: 'Echo', summary: 'says back what it is told', role: 'member', create: createEcho },
  { full_name: 'Whois', summary: 'looks people and groups up', role: 'member', create: createWhois },
  { full_name: 'Topics', summary: 'follows, mutes and deletes topics', role: 'administrator', create: createTopics },
  { full_name: 'Away', summary: 'tells who is there, and sets statuses', role: 'administrator', create: createAway },
  { full_name: 'Offboard', summary: 'deactivates people and groups', role: 'administrator', create: createOffboard },
  { full_name: 'Quiet', summary: 'mutes people and topics', role: 'member', create: createQuiet },
  { full_name: 'Later', summary: 'schedules messages', role: 'member', create: createLater },
  { full_name: 'Call', summary: 'opens video calls', role: 'member', create: createCall },
]
