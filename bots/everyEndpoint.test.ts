import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ObservedCall } from 'earshot'
import { type Endpoint, endpoints, newestFeatureLevel } from 'earshot/protocol'
import { runTranscriptFile } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { type BundledBot, bundledBots } from './index.js'

const here = new URL('./', import.meta.url)
const nameOf = ({ full_name }: BundledBot) => full_name.toLowerCase()
const folderOf = (bot: BundledBot) => new URL(`${nameOf(bot)}/`, here)
const filesOf = (bot: BundledBot) => readdirSync(folderOf(bot))

const declared: readonly Endpoint[] = endpoints
const ofSpec = declared.filter(({ spec }) => spec !== 'companion').map(({ name }) => name)

/** The oldest server, where calls are made in the older ways that still mean the same, and the newest. */
const levels = [0, newestFeatureLevel]

/** The endpoints that a bot's transcripts really call, and that do what they are called for. */
async function endpointsOf(bot: BundledBot): Promise<ReadonlySet<string>> {
  const called = new Set<string>()
  const call = ({ endpoint }: ObservedCall) => ({
    ended({ code }: { readonly code: string }) {
      if (code === 'OK') called.add(endpoint)
    },
  })
  for (const file of filesOf(bot).filter((name) => name.endsWith('.chat'))) {
    const path = fileURLToPath(new URL(file, folderOf(bot)))
    for (const level of levels) {
      await runTranscriptFile(path, { bot: () => bot.create(), level, receiver: { observer: { call } } })
    }
  }
  return called
}

describe('the bundled bots', () => {
  it('use every endpoint of the spec', async () => {
    const used = new Set<string>()
    for (const bot of bundledBots) for (const endpoint of await endpointsOf(bot)) used.add(endpoint)
    expect(ofSpec).toHaveLength(20)
    expect(ofSpec.filter((name) => !used.has(name))).toEqual([])
  }, 60_000)

  it('are all that there are folders for', () => {
    const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(bundledBots.map(nameOf).sort())
  })

  it.each(bundledBots.map((bot) => [bot.full_name, bot] as const))(
    '%s has a page, transcripts, and their test',
    (_, bot) => {
      expect(filesOf(bot)).toEqual(
        expect.arrayContaining(['README.md', 'bot.ts', `${nameOf(bot)}.chat`, 'transcripts.test.ts']),
      )
    },
  )
})
