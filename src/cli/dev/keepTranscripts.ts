import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type TranscriptKeeper, TranscriptNotKept } from '../../simulator/index.js'
import { shortPath } from '../../testing/player/files.js'
import { errorMessage } from '../../values.js'

export function keepTranscriptsBeside(botFile: string): TranscriptKeeper {
  const folder = dirname(botFile)
  return {
    beside: shortPath(botFile),
    async keep({ name, text, organisation, replace }) {
      const path = join(folder, name)
      const flag = replace ? 'w' : 'wx'
      try {
        await writeFile(path, text, { flag })
        // The seed file has the transcript's name.
        if (organisation !== undefined) {
          await writeFile(path.replace(/\.chat$/, '.yaml'), organisation.text, { flag })
        }
      } catch (error) {
        throw notKept(name, shortPath(botFile), error)
      }
      return { path: shortPath(path), ...(await tried(path, botFile)) }
    },
    async run({ text, organisation }) {
      const scratch = await mkdtemp(join(tmpdir(), 'earshot-'))
      try {
        const path = join(scratch, 'conversation.chat')
        await writeFile(path, text)
        if (organisation !== undefined) await writeFile(join(scratch, basename(organisation.name)), organisation.text)
        return await tried(path, botFile)
      } finally {
        await rm(scratch, { recursive: true })
      }
    },
  }
}

function notKept(name: string, beside: string, error: unknown): TranscriptNotKept {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EEXIST') {
    return new TranscriptNotKept(`${name} already exists beside ${beside}; choose another name, or replace it.`)
  }
  const reason = errorMessage(error)
  return new TranscriptNotKept(`${name} can't be written beside ${beside} (${reason}); save the text yourself.`)
}

/** Runs in a separate process, so that nothing in the bot's code can stop the chat. */
async function tried(path: string, botFile: string): Promise<{ passed: boolean | null; says: string }> {
  const program = fileURLToPath(import.meta.url).replace(/dev[\\/]keepTranscripts(\.\w+)$/, 'earshot$1')
  const child = fork(program, ['test', path, '--bot', botFile], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: trialTimeout,
    env: { ...process.env, NO_COLOR: '1' },
  })
  const [said, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (code === 0) return { passed: true, says: 'The bot does what it says.' }
  return { passed: code === 1 ? false : null, says: said.trim() || 'The test could not be run.' }
}

/** Milliseconds. */
const trialTimeout = 60_000
