import { existsSync } from 'node:fs'
import { openStorage, type StorageAddress, storageName } from '../../node/stores.js'
import { StorageError } from '../../storage/index.js'
import type { BotUses } from './botUses.js'
import { about, type Finding } from './finding.js'

const { ok, warning, failed, skipped } = about('storage')

/** @param keeps What the bots keep there, if known. */
export async function checkStorage(
  address: StorageAddress | undefined,
  keeps: BotUses['keeps'] | undefined,
): Promise<Finding> {
  if (address === undefined || address.kind === 'memory') {
    if (keeps?.length === 0) return ok('The bot declares nothing that has to be kept')
    const contents = keeps?.join(', ') ?? 'Sessions and open questions'
    const isChosen = address !== undefined
    const unless = isChosen ? '' : ', unless the code or the command line sets a storage'
    const lost = `${contents.charAt(0).toUpperCase()}${contents.slice(1)}: kept in memory${unless}, and lost when the process ends`
    return isChosen || keeps === undefined
      ? skipped(lost)
      : warning(lost, 'Set EARSHOT_STORAGE=sqlite:bot.db, or serve the bot with --storage.')
  }
  const name = storageName(address)
  if (address.kind === 'sqlite' && !existsSync(address.path)) {
    return skipped(`There is no file ${name} yet; the bot creates it when it starts`)
  }
  try {
    const storage = await openStorage(address)
    try {
      await storage.set(trialKey, name, { expiresIn: 60_000 })
      const entry = await storage.get(trialKey)
      await storage.delete(trialKey)
      return entry?.value === name
        ? ok(`The storage ${name} can be written to and read`)
        : failed(`The storage ${name} lost what was written to it`, 'Check whether something else empties it.')
    } finally {
      await storage.close()
    }
  } catch (error) {
    if (error instanceof StorageError) return failed(`The storage ${name} can't be used`, error.message)
    throw error
  }
}

const trialKey = 'earshot doctor'
