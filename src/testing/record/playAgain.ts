import { attachAs, callAs, unreactAs } from '../../simulator/callAs.js'
import type { DeliveryTarget } from '../../simulator/delivery/network.js'
import { Refusal, type VirtualClock } from '../../simulator/index.js'
import { settled } from '../../simulator/time/simulatorClock.js'
import { deferred, isObject } from '../../values.js'
import { createCallAgain } from './callAgain.js'
import { recordedMessage } from './found.js'
import type { ReplayPlan } from './plan.js'
import { jsonOf, type Traffic } from './recording.js'
import { type Stage, sayAgain } from './stage.js'

interface Recorded extends Stage {
  readonly clock: VirtualClock
  readonly plan: ReplayPlan
  readonly traffic: readonly Traffic[]
}

/** Replays each entry at its time. Returns what couldn't be replayed, as sentences. */
export async function playAgain({ clock, plan, traffic, ...stage }: Recorded): Promise<readonly string[]> {
  const { simulator, aliases, bot } = stage
  const notes: string[] = []
  /** The pending responses to deliveries, by the message's ID in the simulator. */
  const expected = new Map<number, ReturnType<typeof deferred<Answer>>>()
  simulator.connect(bot, {
    async deliver(notification) {
      const { message } = JSON.parse(notification) as { readonly message: { readonly id: number } }
      return expected.get(message.id)?.promise ?? nothing
    },
  })
  const callAgain = createCallAgain(stage)
  const noteReplies = createReplies(stage)
  const attempt = async (what: string, act: () => unknown) => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof RangeError)) throw error
      notes.push(`Left out, since the simulator refuses it: ${what} (${error.message})`)
    }
  }

  for (const entry of traffic) {
    clock.advanceTo(entry.at)
    const json = jsonOf(entry)
    const message = plan.deliveries.get(entry.id)
    if (entry.kind === 'delivery' && message !== undefined) {
      await attempt('a message', () => expected.set(sayAgain(stage, message), deferred<Answer>()))
    } else if (entry.kind === 'reply' && message !== undefined) {
      const text = json === undefined ? '' : JSON.stringify(aliases.value(json))
      const id = aliases.idOf('message', message.id)
      if (id !== undefined) expected.get(id)?.resolve({ status: entry.status, body: text })
    } else if (entry.kind === 'call') {
      const answer = plan.answers.get(entry.id)
      const isDone = answer !== undefined && answer.status < 400
      if (isDone) await attempt(`${entry.method} ${entry.path}`, () => callAgain(entry, jsonOf(answer)))
    } else if (entry.kind === 'answer') {
      for (const event of isObject(json) && Array.isArray(json.events) ? json.events : [])
        await attempt('an event', () => doneByEvent(event, stage))
      noteReplies(json)
    }
    await settled()
  }
  for (const { resolve } of expected.values()) resolve(nothing)
  await simulator.idle()
  return notes
}

type Answer = Awaited<ReturnType<DeliveryTarget['deliver']>>

const nothing: Answer = { status: 200, body: '{"response_not_required":true}' }

/** Learns the IDs of the bot's replies, which occur only where they are read later. */
function createReplies({ simulator, aliases, bot }: Stage) {
  const sent: { readonly id: number; readonly content: unknown }[] = []
  simulator.journal.subscribe((entry) => {
    if (entry.kind !== 'event' || entry.event.type !== 'message') return
    const { id, sender_id, content } = entry.event.message
    if (sender_id === bot) sent.push({ id: Number(id), content })
  })
  return function note(json: unknown): void {
    if (Array.isArray(json)) json.forEach(note)
    if (!isObject(json)) return
    Object.values(json).forEach(note)
    const message = recordedMessage(json)
    if (message === undefined || aliases.idOf('message', message.id) !== undefined) return
    const content = aliases.text(message.content)
    const reply = aliases.idOf('user', message.sender) === bot && sent.findLast((one) => one.content === content)
    if (reply) aliases.learn('message', message.id, reply.id)
  }
}

/** Repeats what a person did according to an event; not what the bot did. @throws {Refusal} @throws {RangeError} */
function doneByEvent(event: unknown, stage: Stage): void {
  if (!isObject(event)) return
  const { simulator, aliases, bot } = stage
  const said = recordedMessage(event.message)
  if (said !== undefined) {
    const isNew = aliases.idOf('message', said.id) === undefined
    if (isNew && aliases.idOf('user', said.sender) !== bot) sayAgain(stage, said)
    return
  }
  const actor = aliases.idOf('user', Number(event.user_id ?? event.sender_id))
  const message = aliases.idOf('message', Number(event.message_id))
  if (message === undefined || actor === undefined || actor === bot) return
  const account = simulator.realm.account(actor)
  const { type, op, emoji_name, content } = event
  const call = (name: Parameters<typeof callAs>[2], parameters: object) =>
    callAs(simulator.realm, account, name, { message_id: message, ...parameters })
  if (type === 'reaction' && op === 'remove') unreactAs(simulator.realm, account, message, String(emoji_name))
  else if (type === 'reaction') call('reactions.add', { emoji_name })
  else if (type === 'update_message' && typeof content === 'string')
    call('messages.edit', { content: aliases.text(content) })
  else if (type === 'submessage' && typeof content === 'string') {
    const data = JSON.parse(content) as unknown
    if (isObject(data)) attachAs(simulator.realm, account, message, data)
  }
}
