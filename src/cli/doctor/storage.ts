import { existsSync } from 'node:fs'
import { openStorage, type StorageAddress, storageName } from '../../node/storage/storageAddress.js'
import { StorageError } from '../../storage/index.js'
import { about, type Finding } from './finding.js'

/** Whether the storage can be reached, and keeps what it is given. */
export async function lookAtStorage(address: StorageAddress | undefined): Promise<Finding> {
  const { ok, failed, skipped } = about('storage')
  if (address === undefined || address.kind === 'memory') {
    return ok('Sessions are kept in memory, unless the code says otherwise: they are lost when the process ends')
  }
  const name = storageName(address)
  if (address.kind === 'sqlite' && !existsSync(address.path)) {
    return skipped(`There is no file ${name} yet; it is made when the bot starts`)
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
