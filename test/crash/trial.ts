import { beforeAll } from 'vitest'

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const script = new URL('../../scripts/steps/dist.mjs', import.meta.url).href
const { buildIfStale }: { buildIfStale: () => Promise<{ ok: boolean; output?: string }> } = await import(script)

/** Builds what the processes run that are killed. */
export function buildFirst(): void {
  beforeAll(async () => {
    const { ok, output } = await buildIfStale()
    if (!ok) throw new Error(`The processes that are killed run what is built, and it can't be: ${output}`)
  })
}

/** The same disasters, for longer. */
export const isFull = process.env.EARSHOT_TESTS === 'full'
export const messages = isFull ? 400 : 100

/** Milliseconds. The slow handlers of the trial don't end before: who waits for them isn't answered until then. */
export const whileOthersRun = 10_000

export const unharmed = { lost: 0, duplicated: 0, disordered: 0, misplaced: 0, overlapping: 0, buried: 0, unclean: 0 }
