import { type AddressAnswer, addressTrouble, withoutPassword } from '../../addressTrouble.js'
import { disallowedNetworkStatus } from '../../protocol/index.js'
import { isObject, parseJson } from '../../values.js'
import { inParts, readParts } from '../base/bytes.js'
import type { Account } from '../realm/world/state.js'
import { requestFor } from './deliveryRequest.js'
import type { BotConnection } from './network.js'
import { trialNotification } from './trialNotification.js'

/** Whether a bot answers at its address, and what to do if not. */
export interface Probed {
  readonly answers: boolean
  readonly says: string
}

interface ProbeOptions {
  readonly bot: Account
  readonly connection: BotConnection | undefined
  /** The name of the server's HTTP library. */
  readonly agent: string
  /** UNIX milliseconds. */
  readonly now: number
}

/** Milliseconds to wait for the bot. */
const patience = 3_000
const mostBytes = 100_000

/** Posts a notification with the bot's token, as `earshot doctor` does. Earshot runs no handler for it, and it isn't a delivery. */
export async function probe({ bot, connection, agent, now }: ProbeOptions): Promise<Probed> {
  if (connection === undefined) return { answers: false, says: 'It has no address yet.' }
  const { address, networkFor } = connection
  const { id, email, full_name: name, webhook } = bot
  const signal = AbortSignal.timeout(patience)
  const failed = (answer: AddressAnswer): Probed => {
    const { problem, advice } = addressTrouble(answer, new URL(address))
    return { answers: false, says: `${problem}. ${advice}` }
  }
  try {
    const request = requestFor(address, trialNotification({ id, email, name }, webhook?.token ?? '', now), agent)
    const { status, header, body } = await networkFor(request.url)({ ...request, signal })
    const tooLarge = () => new Error('Its answer is too long.')
    const text = new TextDecoder().decode(await readParts(inParts(body), mostBytes, tooLarge))
    if (status === disallowedNetworkStatus && text !== '') return { answers: false, says: text }
    if (status < 200 || status >= 300) return failed({ kind: 'answer', status, location: header('location') })
    if (isObject(parseJson(text))) return { answers: true, says: 'It answers.' }
    const problem = `${withoutPassword(new URL(address))} answers with something other than a JSON object`
    return { answers: false, says: `${problem}. Check that this is the bot's address, and not a web page.` }
  } catch (error) {
    return failed(signal.aborted ? { kind: 'late', seconds: patience / 1_000 } : { kind: 'error', error })
  }
}
