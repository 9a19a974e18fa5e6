import type { Called } from '../shared/people.js'
import { botAmong } from '../shared/people.js'
import type { SimulatorApi } from '../shared/simulatorApi.js'

/** What went wrong in the end, although something was posted, perhaps by the server itself; undefined if all is well. */
export async function whyFailed(simulator: SimulatorApi | undefined, id: number): Promise<string | undefined> {
  const deliveries = (await simulator?.deliveriesOf(id)) ?? []
  const failed = deliveries.find(({ outcome }) => outcome === 'failed')
  if (failed === undefined) return undefined
  const [, ...told] = (failed.ownerNotice ?? '').split('\n')
  const reason = told.join(' ').trim() || failed.notice || 'nobody knows why'
  return `${failed.bot.full_name} could not answer: ${reason} Look at the bot, or at ${simulator?.url}/sim/deliveries/${failed.id}`
}

/** Why nobody answered, as far as it can be known, and what to do. A simulator knows more than a server tells. */
export async function whyNoAnswer(
  simulator: SimulatorApi | undefined,
  id: number,
  to: readonly Called[],
  wait: number,
): Promise<string> {
  const late = `Nobody answered within ${wait / 1000} s. Wait longer with --wait, or look at the bot's log.`
  if (simulator === undefined) return late
  const [delivery] = await simulator.deliveriesOf(id)
  const bot = botAmong(simulator.organisation, to)
  if (delivery === undefined) {
    return bot === undefined
      ? 'Nobody answered, and nothing was posted to any bot. Mention one, or name it by --to.'
      : `Nobody answered: ${await simulator.why(id, bot.email)}`
  }
  const { bot: called, outcome } = delivery
  if (outcome === 'quiet') return `${called.full_name} got the message, and posted no answer within ${wait / 1000} s.`
  if (outcome === 'held')
    return `The message is held back from ${called.full_name}. Let it go: POST /sim/deliveries/let-go.`
  return late
}
