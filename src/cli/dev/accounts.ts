import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Simulator } from '../../simulator/index.js'
import { isCalled } from '../../simulator/organisation.js'
import type { BotAccount, FoundBot } from './messages.js'

/** A bot of the file in the chat. */
export interface ChatBot extends BotAccount {
  readonly id: number
  /** As people see it. */
  readonly fullName: string
}

/** Gives each bot of the file an account: the one that has its name, or a new one. */
export function accountsFor(simulator: Simulator, bots: readonly FoundBot[], file: string): ChatBot[] {
  const taken = new Set<number>()
  return bots.map(({ name, title }) => {
    const wanted = fullNameOf(title ?? (name === 'bot' ? projectName(file) : name))
    const id = accountCalled(simulator, wanted, taken) ?? addBot(simulator, wanted)
    taken.add(id)
    const { fullName, ownerId } = simulator.realm.account(id)
    const { token, ...credentials } = simulator.credentials(id)
    const owner = ownerId === null ? {} : { owner: simulator.credentials(ownerId) }
    return { name, id, fullName, credentials: { ...credentials, token: token ?? [], ...owner } }
  })
}

function accountCalled(simulator: Simulator, name: string, taken: ReadonlySet<number>): number | undefined {
  return simulator.realm
    .accounts()
    .find((one) => one.fullName === name && isCalled(one) && one.isActive && !taken.has(one.id))?.id
}

function addBot(simulator: Simulator, name: string): number {
  const names = new Set(simulator.realm.accounts().map(({ fullName }) => fullName.toLowerCase()))
  // A person may be called so, or another bot of the file.
  let free = name
  for (let count = 1; names.has(free.toLowerCase()); count += 1) free = `${name} Bot${count === 1 ? '' : ` ${count}`}`
  const { email } = simulator.addBot({ full_name: free })
  return simulator.realm.account(email).id
}

/** `night-shift` becomes `Night Shift`. */
function fullNameOf(name: string): string {
  const words = name.replace(/[^\p{Letter}\p{Number} ]+/gu, ' ').trim()
  return words === ''
    ? 'Bot'
    : words.replace(/(?<![\p{Letter}\p{Number}])\p{Letter}/gu, (letter) => letter.toUpperCase())
}

/** What the project's package.json calls it. */
function projectName(file: string): string {
  const folder = dirname(file)
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name?: unknown }
    return typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : 'Bot'
  } catch {
    return folder === dirname(folder) ? 'Bot' : projectName(folder)
  }
}
