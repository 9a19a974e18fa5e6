import { codePoints, limits } from '../../../../protocol/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { Account } from '../../state.js'

type Names = 'botStorage.get' | 'botStorage.put' | 'botStorage.delete'

export const botStorageOperations: { readonly [Name in Names]: Operation<Name> } = {
  'botStorage.get': byAccount(({ caller, params }) => ({
    storage: Object.fromEntries(keysMeant(caller, params.keys).map((key) => [key, caller.storage.get(key) ?? ''])),
  })),

  'botStorage.put': byAccount(({ caller, params }) => {
    const storage = new Map([...caller.storage, ...Object.entries(params.storage)])
    const size = [...storage].reduce((sum, [key, value]) => sum + codePoints(key) + codePoints(value), 0)
    if (size > limits.botStorage) refuse('botStorageTooLarge', { size: size - limits.botStorage })
    for (const [key, value] of Object.entries(params.storage)) caller.storage.set(key, value)
    return {}
  }),

  'botStorage.delete': byAccount(({ caller, params }) => {
    for (const key of keysMeant(caller, params.keys)) caller.storage.delete(key)
    return {}
  }),
}

/** All keys unless some are named. @throws {Refusal} for one that nothing is stored under */
function keysMeant({ storage }: Account, keys: readonly string[] | undefined): readonly string[] {
  if (keys === undefined) return [...storage.keys()]
  return keys.every((key) => storage.has(key)) ? keys : refuse('noSuchKey')
}
