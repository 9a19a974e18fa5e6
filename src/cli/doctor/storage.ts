import { existsSync } from 'node:fs'
import { openStorage, type StorageAddress, storageName } from '../../node/stores.js'
import { type BlockedLoop, lastBlockedLoop } from '../../queue/blocked.js'
import { StorageError } from '../../storage/index.js'
import type { BotUses } from './botUses.js'
import { about, type Finding } from './finding.js'

const { ok, warning, failed, skipped } = about('storage')

/** @param keeps What the bots keep there, if known. */
export async function checkStorage(
  address: StorageAddress | undefined,
  keeps: BotUses['keeps'] | undefined,
): Promise<Finding[]> {
  if (address === undefined || address.kind === 'memory') {
    if (keeps?.length === 0) return [ok('The bot declares nothing that has to be kept')]
    const contents = keeps?.join(', ') ?? 'Sessions and open questions'
    const isChosen = address !== undefined
    const unless = isChosen ? '' : ', unless the code or the command line sets a storage'
    const lost = `${contents.charAt(0).toUpperCase()}${contents.slice(1)}: kept in memory${unless}, and lost when the process ends`
    const advice = 'Set EARSHOT_STORAGE=sqlite:bot.db, or serve the bot with --storage.'
    return [isChosen || keeps === undefined ? skipped(lost) : warning(lost, advice)]
  }
  const name = storageName(address)
  if (address.kind === 'sqlite' && !existsSync(address.path)) {
    return [skipped(`There is no file ${name} yet; the bot creates it when it starts`)]
  }
  try {
    const storage = await openStorage(address)
    try {
      await storage.set(trialKey, name, { expiresIn: 60_000 })
      const entry = await storage.get(trialKey)
      await storage.delete(trialKey)
      if (entry?.value !== name) {
        return [failed(`The storage ${name} lost what was written to it`, 'Check whether something else empties it.')]
      }
      return [ok(`The storage ${name} can be written to and read`), ...blockedFinding(await lastBlockedLoop(storage))]
    } finally {
      await storage.close()
    }
  } catch (error) {
    if (error instanceof StorageError) return [failed(`The storage ${name} can't be used`, error.message)]
    throw error
  }
}

function blockedFinding(last: BlockedLoop | undefined): Finding[] {
  if (last === undefined) return []
  const { at, blocked, handlers } = last
  const who = handlers.length > 0 ? `, while this ran: ${handlers.join(', ')}` : ''
  const message = `On ${new Date(at).toISOString()} a process was blocked for ${(blocked / 1_000).toFixed(1)} s${who}`
  return [
    about('event loop').warning(message, 'Nobody else was answered. Move long computations into a worker thread.'),
  ]
}

const trialKey = 'earshot doctor'
