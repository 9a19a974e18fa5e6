import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Simulator } from '../../simulator/index.js'
import { isCalled } from '../../simulator/public/organisation.js'
import { parseJson } from '../../values.js'
import type { BotAccount, ExportedBot } from './messages.js'
import { projectOf } from './watch.js'

export interface ChatBot extends BotAccount {
  readonly id: number
  readonly fullName: string
}

/** Gives each bot of the file an account: the one that has its name, or a new one. */
export function accountsFor(simulator: Simulator, bots: readonly ExportedBot[], file: string): ChatBot[] {
  const taken = new Set<number>()
  return bots.map(({ name, title }) => {
    const wanted = fullNameOf(title ?? (name === 'bot' ? projectName(file) : name))
    const id = accountCalled(simulator, wanted, taken) ?? addBot(simulator, wanted)
    taken.add(id)
    return {
      name,
      id,
      fullName: simulator.realm.account(id).full_name,
      credentials: simulatedCredentials(simulator, id),
    }
  })
}

/** The credentials of a simulator's bot, including its owner's. */
export function simulatedCredentials(simulator: Simulator, bot: number | string): BotAccount['credentials'] {
  const { token, ...credentials } = simulator.credentials(bot)
  const { owner_id } = simulator.realm.account(bot)
  return { ...credentials, token: token ?? [], ...(owner_id !== null && { owner: simulator.credentials(owner_id) }) }
}

function accountCalled(simulator: Simulator, name: string, taken: ReadonlySet<number>): number | undefined {
  return simulator.realm
    .accounts()
    .find((one) => one.full_name === name && isCalled(one) && one.is_active && !taken.has(one.id))?.id
}

function addBot(simulator: Simulator, name: string): number {
  const names = new Set(simulator.realm.accounts().map(({ full_name }) => full_name.toLowerCase()))
  // A person or another bot of the file may have this name.
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

function projectName(file: string): string {
  const manifest = join(projectOf(file), 'package.json')
  const { name } = Object(existsSync(manifest) && parseJson(readFileSync(manifest, 'utf8'))) as { name?: unknown }
  return typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : 'Bot'
}
