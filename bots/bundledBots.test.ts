import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ObservedCall } from 'earshot/observe'
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

/** The newest server, and the oldest, where calls are made in older ways that mean the same. */
const levels = [newestFeatureLevel, 0]

/** The endpoints that a bot's transcripts really call, and that do what they are called for. */
async function endpointsOf(bot: BundledBot, level: number): Promise<ReadonlySet<string>> {
  const called = new Set<string>()
  const call = ({ endpoint }: ObservedCall) => ({
    ended({ code }: { readonly code: string }) {
      if (code === 'ok') called.add(endpoint)
    },
  })
  for (const file of filesOf(bot).filter((name) => name.endsWith('.chat'))) {
    const path = fileURLToPath(new URL(file, folderOf(bot)))
    await runTranscriptFile(path, { bot: () => bot.create(), level, receiver: { observer: { call } } })
  }
  return called
}

/** The endpoints of the spec that no bot uses. It ends early when there are none. */
async function unused(): Promise<string[]> {
  let left = ofSpec
  for (const level of levels) {
    for (const bot of bundledBots) {
      if (left.length === 0) return left
      const used = await endpointsOf(bot, level)
      left = left.filter((name) => !used.has(name))
    }
  }
  return left
}

describe('the bundled bots', () => {
  it('together use every endpoint that is documented for this server', async () => {
    expect(ofSpec).toHaveLength(20)
    expect(await unused()).toEqual([])
  })

  it('match the folders', () => {
    const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(bundledBots.map(nameOf).sort())
  })

  it.each(bundledBots.map((bot) => [bot.full_name, bot] as const))(
    'include %s with a README, a transcript and its test',
    (_, bot) => {
      expect(filesOf(bot)).toEqual(
        expect.arrayContaining(['README.md', 'bot.ts', `${nameOf(bot)}.chat`, 'transcripts.test.ts']),
      )
    },
  )

  it('are all listed in the README', () => {
    const page = readFileSync(new URL('README.md', here), 'utf8')
    const listed = bundledBots.filter((bot) => page.includes(`| [${bot.full_name}](${nameOf(bot)}/README.md) |`))
    expect(listed).toEqual(bundledBots)
  })
})
