import { type Client, systemClock } from '../../client/index.js'
import { clientFor, connect } from '../shared/connection.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { type ListedAccount, webhookBots } from '../shared/people.js'
import type { SimulatorApi } from '../shared/simulatorApi.js'
import { UsageError } from '../shared/usageError.js'
import { answersTo } from './answers.js'
import { type MessageDestination, placeFor, type SendFlags } from './place.js'

export async function send(text: string, flags: SendFlags, output: Output): Promise<number> {
  const content = text === '-' ? new TextDecoder().decode(await output.terminal.read()).replace(/\n$/, '') : text
  if (content.trim() === '') throw new UsageError('There is nothing to send: the text is empty. Put it after `send`.')
  const connection = await connect(flags, output)
  const client = clientFor(connection)
  try {
    const place = await placeFor(content, flags, client, connection.simulator)
    if (connection.simulator === undefined) await refuseOwnAccount(client, place)
    const { id } = await client.messages.send(place.message)
    output.note(output.terminal.err.paint('faint', `Sent to ${place.title} as message ${id}.`))
    return await report({ id, place, wait: flags.wait }, client, connection.simulator, output)
  } finally {
    await client.close()
  }
}

/** A bot doesn't answer itself: its credentials are nearly always those of the folder by mistake. */
async function refuseOwnAccount(client: Client, { to }: MessageDestination): Promise<void> {
  const { user_id, full_name } = await client.users.me()
  if (!to.some((one) => one.user_id === user_id)) return
  throw new UsageError(
    `${full_name} would write to itself. Add --simulator URL to write as a person there, or --config FILE with a person's credentials.`,
  )
}

async function report(
  { id, place, wait }: { id: number; place: MessageDestination; wait: number },
  client: Client,
  simulator: SimulatorApi | undefined,
  output: Output,
): Promise<number> {
  const { out } = output.terminal
  const answers =
    wait === 0
      ? []
      : await answersTo({
          client,
          clock: systemClock,
          wait,
          after: id,
          place,
          onAnswer: ({ sender_full_name: name, content }) => {
            const text = content.replaceAll('\n', '\n  ')
            if (!output.json) out.write(`${out.paint('name', `${name}:`)} ${text}\n`)
          },
          isOver: async () => simulator !== undefined && (await nobodyGot(simulator, id)),
        })
  const why =
    wait === 0
      ? undefined
      : answers.length === 0
        ? await whyNoAnswer(simulator, id, place.to, wait)
        : await whyFailed(simulator, id)
  if (why !== undefined) output.note(`${output.terminal.err.paint('bad', 'earshot send:')} ${why}`)
  if (output.json) {
    const rows = answers.map(({ id, sender_email, sender_full_name, type, content }) => ({
      ...{ id, sender_email, sender_full_name, type, content },
    }))
    out.write(`${JSON.stringify({ id, answers: rows, ...(why !== undefined && { why }) }, null, 2)}\n`)
  }
  return why === undefined ? exitCodes.worked : exitCodes.failed
}

/** Whether no bot got the message. A bot that got it and didn't answer right away may still post one, as with a queue. */
async function nobodyGot(simulator: SimulatorApi, id: number): Promise<boolean> {
  const deliveries = await simulator.deliveriesOf(id)
  return deliveries.every(({ outcome }) => !['under way', 'held', 'quiet', 'replied'].includes(outcome))
}

/** What went wrong although something was posted, perhaps by the server; undefined if nothing did. */
async function whyFailed(simulator: SimulatorApi | undefined, id: number): Promise<string | undefined> {
  const deliveries = (await simulator?.deliveriesOf(id)) ?? []
  const failed = deliveries.find(({ outcome }) => outcome === 'failed')
  if (failed === undefined) return undefined
  const [, ...told] = (failed.ownerNotice ?? '').split('\n')
  const reason = told.join(' ').trim() || failed.notice || 'reason unknown'
  return `${failed.bot.full_name} could not answer: ${reason} Check the bot's log, or ${simulator?.url}/sim/deliveries/${failed.id}`
}

/** Why nobody answered, as far as it is known, and what to do. A simulator knows more than a server tells. */
async function whyNoAnswer(
  simulator: SimulatorApi | undefined,
  id: number,
  to: readonly ListedAccount[],
  wait: number,
): Promise<string> {
  const late = `Nobody answered within ${wait / 1000} s. Wait longer with --wait, or check the bot's log.`
  if (simulator === undefined) return late
  const [delivery] = await simulator.deliveriesOf(id)
  const bot = webhookBots(simulator.organisation).find((one) => to.some(({ user_id }) => user_id === one.user_id))
  if (delivery === undefined) {
    return bot === undefined
      ? 'Nobody answered, and nothing was posted to any bot. Mention one, or name it with --to.'
      : `Nobody answered: ${await simulator.why(id, bot.email)}`
  }
  const { bot: called, outcome } = delivery
  if (outcome === 'quiet') return `${called.full_name} got the message, but posted no answer within ${wait / 1000} s.`
  if (outcome === 'held')
    return `The message is held back from ${called.full_name}. Let it go: POST /sim/deliveries/let-go.`
  return late
}
