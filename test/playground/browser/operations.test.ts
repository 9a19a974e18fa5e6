import { endpoints } from 'earshot/protocol'
import { describe, expect, it as plainly } from 'vitest'
import { hasBrowser } from './browser.js'
import { operations } from './operations.js'
import { inOnePage, type Playground } from './playground.js'

const it = inOnePage()

describe.skipIf(!hasBrowser)('in the playground one can do', () => {
  for (const { endpoint, does, place, steps } of operations) {
    it(`${endpoint}: ${does}`, async ({ shared: { playground, page, goTo } }) => {
      await goTo(place)
      await steps(page, playground)
      await expect.poll(() => answersTo(playground, endpoint)).toContain(200)
    })
  }
})

/** What a bot's author has no use for in the page. */
const leftOut = [
  'users.getByEmail',
  'users.setStatus',
  'users.mute',
  'topics.setVisibility',
  'topics.setMuted',
  'userGroups.isMember',
  'profileFields.reorder',
  'channelFolders.list',
  'calls.create',
  'outgoingWebhook.latest',
  'server.settings',
]

plainly('every other operation of the spec stands in the table of what can be done in the playground', () => {
  const ofSpec = endpoints.filter(({ spec }) => spec.startsWith('4.')).map(({ name }) => name)
  const tried = operations.map(({ endpoint }) => endpoint)
  expect(ofSpec.filter((name) => !tried.includes(name)).sort()).toEqual(leftOut.sort())
})

/** How the service answered what the page has asked of an endpoint. */
function answersTo({ simulator }: Playground, endpoint: string): readonly number[] {
  const { entries } = simulator.journal.read({ kinds: ['call', 'answer'], limit: 10_000 })
  const calls = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'call' && entry.client === 'playground' && entry.endpoint === endpoint ? [entry.number] : [],
    ),
  )
  return entries.flatMap((entry) => (entry.kind === 'answer' && calls.has(entry.call) ? [entry.status] : []))
}
