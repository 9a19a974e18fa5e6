import { createAssistant } from './assistant/bot.js'
import { createAway } from './away/bot.js'
import type { BundledBot } from './bundledBot.js'
import { createCall } from './call/bot.js'
import { createDirectory } from './directory/bot.js'
import { createEcho } from './echo/bot.js'
import { createFiles } from './files/bot.js'
import { createLater } from './later/bot.js'
import { createLinkifiers } from './linkifiers/bot.js'
import { createOffboard } from './offboard/bot.js'
import { createQuiet } from './quiet/bot.js'
import { createServer } from './server/bot.js'
import { createStandup } from './standup/bot.js'
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
  { full_name: 'Linkifiers', summary: 'tells what becomes a link', role: 'administrator', create: createLinkifiers },
  {
    full_name: 'Directory',
    summary: 'shows folders, emoji and fields',
    role: 'administrator',
    create: createDirectory,
  },
  { full_name: 'Files', summary: 'lists and deletes files', role: 'member', create: createFiles },
  { full_name: 'Server', summary: 'tells what the server can do', role: 'member', create: createServer },
  { full_name: 'Standup', summary: 'asks what everybody does today', role: 'member', create: createStandup },
  {
    full_name: 'Assistant',
    summary: 'lets a language model answer',
    role: 'member',
    create: () => createAssistant(),
  },
]
