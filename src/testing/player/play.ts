import { FaultError, type OrganisationSeed, Refusal } from '../../simulator/index.js'
import type { Realm } from '../../simulator/realm/realm.js'
import { idOf, placeKey } from '../../simulator/transcribe/chatLog.js'
import { createObserver, type Observer } from '../../simulator/transcribe/observe.js'
import { readDuration } from '../../text/index.js'
import type { Bindings } from '../../transcript/placeholders.js'
import { problemAt, TranscriptError } from '../../transcript/problems.js'
import {
  type Action,
  contains,
  type Entry,
  type Transcript,
  type TranscriptPlace,
} from '../../transcript/transcript.js'
import { writtenEntry } from '../../transcript/write.js'
import type { TestChat } from '../chat.js'
import { act, CannotDo } from './act.js'
import type { Surroundings } from './check.js'
import { type Awaited, compare, type EntryOutcome, type Same } from './compare.js'
import { momentIn } from './settings.js'

interface PlayOptions extends Surroundings {
  readonly file: string
  readonly seed: OrganisationSeed
}

export async function play(
  transcript: Transcript,
  chat: TestChat,
  options: PlayOptions,
): Promise<readonly EntryOutcome[]> {
  const { realm, bot, owner, seed } = options
  const observer = createObserver({ realm, seed, bot, ...(owner !== undefined && { owner }) })
  chat.simulator.journal.subscribe(observer.take)
  const same: Same = {
    place: (one, other) => isSamePlace(realm, one, other),
    person: (one, other) => idOf(realm, one) === idOf(realm, other),
  }
  const outcomes: EntryOutcome[] = []
  let bindings: Bindings = new Map()
  let place: TranscriptPlace | undefined
  let awaited: Awaited[] = []

  const settle = async () => {
    const compared = compare(awaited, await observer.doneByBot(), bindings, same)
    outcomes.push(...compared.outcomes)
    bindings = compared.bindings
    awaited = []
  }
  /** When people last did something, or waited; what has passed since then passed while the bot worked. */
  let since = chat.clock.now()
  /** Whether a pause is over already, and what the bot did after it is among what it did so far. */
  const hasPassed = (pause: number) => {
    const passed = chat.clock.now() - since
    const isAhead = observer.waiting() > awaited.filter(({ expected }) => expected !== undefined).length
    return isAhead && passed > 0 && pause <= passed + slack
  }
  await chat.advance(0)
  let isAtOnce = false
  for (const entry of transcript.entries) {
    if (isAtOnce && entry.kind === 'blank') {
      isAtOnce = false
      await chat.advance(0)
    }
    if (entry.kind === 'place') place = entry.place
    const pause = entry.kind === 'later' ? readDuration(entry.by) : undefined
    if (pause !== undefined && hasPassed(pause)) {
      since += Math.min(pause, chat.clock.now() - since)
      awaited.push({ entry, place })
    } else if (passive.has(entry.kind) || !contains(entry.levels ?? {}, realm.featureLevel))
      awaited.push({ entry, place })
    else if (isOfBot(entry, options))
      awaited.push({ entry, place, ...(place && { expected: { action: entry, place } }) })
    else {
      await settle()
      outcomes.push({ kind: 'kept', entry, place })
      bindings = await carryOut(entry, place, { ...options, chat, observer, bindings })
      since = chat.clock.now()
      isAtOnce ||= entry.kind === 'at once'
      if (!isAtOnce) await chat.advance(0)
    }
  }
  await chat.advance(0)
  await settle()
  return outcomes
}

export const isSamePlace = (realm: Realm, one: TranscriptPlace, other: TranscriptPlace): boolean =>
  placeKey(realm, one) === placeKey(realm, other)

/** Milliseconds that a saved pause may be longer than the time that the bot takes, since the real clock ran. */
const slack = 5_000

interface PlayContext extends PlayOptions {
  readonly chat: TestChat
  readonly observer: Observer
  readonly bindings: Bindings
}

/** Carries out an entry, without waiting for the bot. @throws {TranscriptError} if it can't be done */
export async function carryOut(
  entry: Entry,
  place: TranscriptPlace | undefined,
  context: PlayContext,
): Promise<Bindings> {
  const { chat, bindings, observer } = context
  try {
    switch (entry.kind) {
      case 'later':
        await chat.advance(readDuration(entry.by) ?? 0)
        break
      case 'until': {
        const wait = (momentIn(context.timezone, entry.time) ?? 0) - chat.clock.now()
        if (wait < 0) throw new CannotDo('that time has passed')
        await chat.advance(wait)
        break
      }
      case 'restart':
        await chat.restart()
        break
      case 'level':
        chat.level(entry.level)
        break
      case 'fault':
        chat.faults.add(entry.sentence)
        break
      case 'no faults':
        chat.faults.clear()
        break
      default:
        if ('who' in entry && place !== undefined)
          return act(entry, place, { simulator: chat.simulator, log: observer.log, bindings })
    }
    return bindings
  } catch (error) {
    const isExpected = [CannotDo, FaultError, RangeError].some((one) => error instanceof one)
    if (!(error instanceof Error && (isExpected || error instanceof Refusal))) throw error
    const expected =
      error instanceof Refusal
        ? `what the server allows; it says "${error.message}"`
        : `what can be done: ${error.message.replace(/\.$/, '')}`
    const [line = ''] = writtenEntry(entry).split('\n')
    throw TranscriptError.of(context.file, [problemAt(entry.at?.line ?? 1, line, { expected })])
  }
}

const passive: ReadonlySet<Entry['kind']> = new Set(['blank', 'comment', 'setting', 'place'])

/** Whether the bot or the server is expected to do an entry, rather than people. */
function isOfBot(entry: Entry, { realm, bot }: PlayOptions): entry is Entry & Action {
  if (entry.kind === 'effect') return true
  if (!('who' in entry)) return false
  const id = idOf(realm, entry.who)
  return id === bot || (id !== undefined && realm.account(id).is_system_bot)
}
