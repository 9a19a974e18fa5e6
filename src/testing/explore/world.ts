import type { EndpointName } from '../../protocol/index.js'
import { type OrganisationSeed, Refusal, type Simulator } from '../../simulator/index.js'
import type { ChatLog } from '../../simulator/transcribe/chatLog.js'
import { createObserver } from '../../simulator/transcribe/observe.js'
import { memoryStorage } from '../../storage/index.js'
import { fold } from '../../text/index.js'
import type { Bindings } from '../../transcript/placeholders.js'
import { TranscriptError } from '../../transcript/problems.js'
import type { Entry, Transcript, TranscriptPlace } from '../../transcript/transcript.js'
import type { TestChat } from '../chat.js'
import { type Surroundings, surroundingsOf } from '../player/check.js'
import { carryOut } from '../player/play.js'
import { organisationFor, type TranscriptOptions, testOptionsOf, transcriptSettings } from '../player/settings.js'
import { testBot } from '../testBot.js'
import { unnamedRights } from './rights.js'
import { createWatch, nobody, type Watch } from './watch.js'

/** A message of the bot. */
export interface BotMessage {
  readonly id: number
  readonly content: string
  readonly place: TranscriptPlace
  /** The ID of the message that the bot was working on; undefined if it spoke unprompted. */
  cause: number | undefined
}

/** A call of the bot for a sender whose role doesn't allow it. */
interface Overreach {
  readonly sender: number
  readonly endpoint: EndpointName
  readonly refusal: string
}

export interface ExploredChat {
  readonly chat: TestChat
  readonly file: string
  readonly watch: Watch
  readonly log: ChatLog
  /** The bot's ID. */
  readonly bot: number
  readonly said: readonly BotMessage[]
  readonly overreaches: readonly Overreach[]
  /** Whether a fault has been applied. */
  readonly hadFaults: () => boolean
  /** Whether the bot has failed to send something since the last step began. */
  readonly couldNotSpeak: () => boolean
  readonly place: () => TranscriptPlace | undefined
  readonly surroundings: Surroundings
  close(): Promise<void>
  /** Carries out entries in order, and returns those that could be done. */
  perform(entries: readonly Entry[], how?: { readonly strict: boolean }): Promise<readonly Entry[]>
}

/** Opens the organisation of a transcript with the bot in it, to carry out entries that are generated on the way. */
export async function openWorld(header: Transcript, options: TranscriptOptions): Promise<ExploredChat> {
  const { file = 'transcript' } = options
  const settings = transcriptSettings(header, file)
  const by = options.by ?? settings.by
  const organisation = organisationFor(settings, options)
  const seed = by === 'events' ? withSubscribed(organisation, settings.bot ?? 'Echo') : organisation
  const watch = createWatch()
  const testOptions = testOptionsOf(settings, seed, { ...options, ...(by && { by }) })
  const clock = testOptions.simulator?.clock
  const chat = await testBot(() => watch.bot(options.bot), {
    ...testOptions,
    simulator: { ...testOptions.simulator, assumptions: { wildcardSubscribers: 0 } },
    storage: watch.storage(memoryStorage(typeof clock === 'object' ? { clock } : {})),
  })
  try {
    return followed(chat, { file, seed, watch, surroundings: surroundingsOf(chat, settings, seed) })
  } catch (error) {
    await chat.close()
    throw error
  }
}

/** Subscribes the bot to the channels, so that it gets their messages and events. */
function withSubscribed(seed: OrganisationSeed, name: string): OrganisationSeed {
  const bot = seed.bots.find(({ full_name }) => fold(full_name) === fold(name))
  const everyone = seed.users.filter(({ is_active }) => is_active !== false).map(({ user_id }) => user_id)
  const channels = seed.channels.map((channel) => {
    const { private: isPrivate, subscribers = everyone } = channel
    return isPrivate || bot === undefined ? channel : { ...channel, subscribers: [...subscribers, bot.user_id] }
  })
  return { ...seed, channels }
}

interface Opened {
  readonly file: string
  readonly seed: OrganisationSeed
  readonly watch: Watch
  readonly surroundings: Surroundings
}

function followed(chat: TestChat, { file, seed, watch, surroundings }: Opened): ExploredChat {
  const { simulator } = chat
  const { realm, bot, owner } = surroundings
  const observer = createObserver({ realm, seed, bot, ...(owner !== undefined && { owner }) })
  const said: BotMessage[] = []
  const overreaches: Overreach[] = []
  const suspected = new Map<number, Overreach>()
  const sends = new Set<number>()
  let hadFaults = false
  let couldNotSpeak = false
  let place: TranscriptPlace | undefined
  let bindings: Bindings = new Map()

  simulator.journal.subscribe((entry) => {
    observer.take(entry)
    const work = watch.current()
    const notice = () => {
      if (work !== undefined) work.noticed ??= entry.at
    }
    if (entry.kind === 'fault' && entry.what === 'applied') {
      hadFaults = true
      const { fault } = entry
      if (fault.on === 'calls' && fault.endpoint === 'messages.send') couldNotSpeak = true
    }
    if (entry.kind === 'event' && entry.event.type === 'message') {
      const message = observer.log.find(Number(Object(entry.event.message).id))
      if (message === undefined || message.sender !== bot) return
      notice()
      said.push({ id: message.id, content: message.content, place: message.place, cause: work?.message })
    }
    if (entry.kind === 'call' && entry.method !== undefined && entry.endpoint !== undefined) {
      const { caller, endpoint, method, number, parameters } = entry
      if (caller === undefined || (caller.user_id !== bot && caller.user_id !== owner) || method === 'GET') return
      if (endpoint === 'messages.send') sends.add(number)
      // A typing notification isn't an answer.
      if (!/^typing|^events|^presence/.test(endpoint)) notice()
      const call = { endpoint: endpoint as EndpointName, parameters: Object(parameters) }
      const refusal =
        work &&
        work.sender !== nobody &&
        unnamedRights(simulator, { caller: caller.user_id, sender: work.sender, ...call })
      if (work && refusal)
        suspected.set(number, { sender: work.sender, endpoint: call.endpoint, refusal: refusal.message })
    }
    if (entry.kind === 'answer') {
      const suspect = suspected.get(entry.call)
      if (suspect !== undefined && entry.status < 400) overreaches.push(suspect)
      if (sends.has(entry.call) && entry.status >= 400) couldNotSpeak = true
    }
    if (entry.kind === 'delivery' && entry.stage === 'ended') {
      if (entry.replyId !== undefined) causedBy(simulator, entry.delivery, entry.replyId, entry.at)
      if (entry.outcome === 'failed') couldNotSpeak = true
    }
  })

  function causedBy({ deliveries }: Simulator, delivery: number, reply: number, at: number): void {
    const message = deliveries.find(({ id }) => id === delivery)?.messageId
    const found = said.find(({ id }) => id === reply)
    if (found !== undefined) found.cause = message
    for (const work of watch.works) if (work.message === message) work.noticed ??= at
  }

  return {
    chat,
    file,
    watch,
    log: observer.log,
    bot,
    said,
    overreaches,
    hadFaults: () => hadFaults,
    couldNotSpeak: () => couldNotSpeak,
    place: () => place,
    surroundings,
    async close() {
      watch.close()
      await chat.close()
    },
    async perform(entries, { strict } = { strict: false }) {
      couldNotSpeak = false
      let isAtOnce = false
      const done: Entry[] = []
      for (const entry of entries) {
        try {
          if (entry.kind === 'place') place = entry.place
          else if (entry.kind === 'at once') isAtOnce = true
          else {
            bindings = await carryOut(entry, place, { ...surroundings, file, seed, chat, observer, bindings })
          }
          done.push(entry)
        } catch (error) {
          if (strict || !(error instanceof TranscriptError || error instanceof Refusal)) throw error
        }
        if (!isAtOnce) await chat.advance(0)
      }
      if (isAtOnce) {
        watch.slow(true)
        await chat.advance(0)
        watch.slow(false)
      }
      return done
    },
  }
}
