import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTranscriptFile } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { bundledBots } from './index.js'

/** Levels of servers that many run, and that were read as a whole. */
const usualLevels = [200, 300, 387]

/** Bots whose conversations take days, which are thousands of heartbeats by events. */
const takeDays = ['Standup', 'Later']

/** The answers of the assistant are those of a fake of its model. */
const played = bundledBots.filter(({ full_name }) => full_name !== 'Assistant')

function filesOf(name: string): string[] {
  const folder = new URL(`${name.toLowerCase()}/`, import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.chat'))
    .map((file) => fileURLToPath(new URL(file, folder)))
}

async function plays(name: string, options: { readonly level?: number; readonly by?: 'events' }): Promise<void> {
  const { create: bot } = bundledBots.find(({ full_name }) => full_name === name) ?? {}
  if (bot === undefined) throw new Error(`No bundled bot is called ${name}.`)
  for (const file of filesOf(name)) {
    expect(await runTranscriptFile(file, { bot, ...options })).toMatchObject({ passed: true, diff: '' })
  }
}

describe.each(usualLevels)('at level %i', (level) => {
  it.each(played)('the transcripts of $full_name pass', ({ full_name }) => plays(full_name, { level }))
})

it.each(takeDays)('the transcripts of %s pass by events', (name) => plays(name, { by: 'events' }))
