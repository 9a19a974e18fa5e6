import { byAccount, type Operation } from '../../operation.js'
import type { Account } from '../../state.js'
import type { World } from '../../world.js'

type Names = 'alertWords.list' | 'alertWords.add' | 'alertWords.remove'

export const alertWordOperations: { readonly [Name in Names]: Operation<Name> } = {
  'alertWords.list': byAccount(({ caller }) => ({ alert_words: [...caller.alertWords] })),

  'alertWords.add': byAccount(({ world, caller, params }) => {
    const words = [...caller.alertWords]
    for (const given of params.alert_words) {
      const word = given.trim()
      if (word !== '' && !words.some((known) => isSame(known, word))) words.push(word)
    }
    return change(world, caller, words)
  }),

  'alertWords.remove': byAccount(({ world, caller, params }) => {
    const isRemoved = (word: string) => params.alert_words.some((given) => isSame(given, word))
    return change(
      world,
      caller,
      caller.alertWords.filter((word) => !isRemoved(word)),
    )
  }),
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function change(world: World, account: Account, words: readonly string[]) {
  const isChanged = words.length !== account.alertWords.length
  account.alertWords = words
  if (isChanged) world.emit('alert_words', [account.id], { alert_words: words })
  return { alert_words: [...words] }
}
