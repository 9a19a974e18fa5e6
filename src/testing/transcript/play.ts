import { FaultError, type OrganisationSeed, Refusal } from '../../simulator/index.js'
import { createRecorder, type Recorder } from '../../simulator/transcript/botDeeds.js'
import { idOf, placeKey } from '../../simulator/transcript/who.js'
import { readDuration } from '../../text/index.js'
import type { Bindings } from '../../transcript/placeholders.js'
import { type Deed, type Entry, isAtLevel, type Transcript, type TranscriptPlace } from '../../transcript/transcript.js'
import { writtenEntry } from '../../transcript/write.js'
import type { TestChat } from '../chat.js'
import type { Surroundings } from './check.js'
import type { Same } from './match.js'
import { act, CannotDo } from './people.js'
import { asFound, TranscriptError } from './problems.js'
import { momentIn } from './settings.js'
import { type Awaited, judge, type Verdict } from './verdicts.js'

export interface PlayOptions extends Surroundings {
  readonly file: string
  readonly seed: OrganisationSeed
}

/** Lets happen what a transcript says, step by step, and judges after each what the bot did. */
export async function play(transcript: Transcript, chat: TestChat, options: PlayOptions): Promise<readonly Verdict[]> {
  const { realm, bot, owner, seed, file } = options
  const recorder = createRecorder({ realm, seed, bot, ...(owner !== undefined && { owner }) })
  chat.simulator.journal.subscribe(recorder.hear)
  const same: Same = {
    place: (one, other) => placeKey(realm, one) === placeKey(realm, other),
    person: (one, other) => idOf(realm, one) === idOf(realm, other),
  }
  const verdicts: Verdict[] = []
  let bindings: Bindings = new Map()
  let place: TranscriptPlace | undefined
  let awaited: Awaited[] = []

  const settle = async () => {
    const judged = judge(awaited, await recorder.take(), bindings, same)
    verdicts.push(...judged.verdicts)
    bindings = judged.bindings
    awaited = []
  }
  await chat.advance(0)
  for (const entry of transcript.entries) {
    if (entry.kind === 'place') place = entry.place
    if (isRemark(entry) || !isAtLevel(entry, realm.featureLevel)) awaited.push({ entry, place })
    else if (isOfBot(entry, options)) {
      awaited.push({ entry, place, ...(place && { expected: { deed: entry, place } }) })
    } else {
      await settle()
      verdicts.push({ kind: 'kept', entry, place })
      bindings = await happen(entry, place, { chat, recorder, bindings, file, timezone: options.timezone })
      await chat.advance(0)
    }
  }
  await settle()
  return verdicts
}

interface Scene {
  readonly chat: TestChat
  readonly recorder: Recorder
  readonly bindings: Bindings
  readonly file: string
  readonly timezone: string
}

/** Lets one thing happen. @throws {TranscriptError} where it can't */
async function happen(entry: Entry, place: TranscriptPlace | undefined, scene: Scene): Promise<Bindings> {
  const { chat, bindings } = scene
  try {
    switch (entry.kind) {
      case 'later':
        await chat.advance(readDuration(entry.by) ?? 0)
        return bindings
      case 'until': {
        const wait = (momentIn(scene.timezone, entry.time) ?? 0) - chat.clock.now()
        if (wait < 0) throw new CannotDo('that time has passed')
        await chat.advance(wait)
        return bindings
      }
      case 'restart':
        await chat.restart()
        return bindings
      case 'level':
        chat.level(entry.level)
        return bindings
      case 'fault':
        chat.faults.add(entry.sentence)
        return bindings
      case 'no faults':
        chat.faults.clear()
        return bindings
      case 'blank':
      case 'comment':
      case 'setting':
      case 'place':
        return bindings
      default:
        if (place === undefined) return bindings
        return act(entry, place, { simulator: chat.simulator, log: scene.recorder.log, bindings })
    }
  } catch (error) {
    if (
      !(
        error instanceof CannotDo ||
        error instanceof Refusal ||
        error instanceof FaultError ||
        error instanceof RangeError
      )
    )
      throw error
    const why =
      error instanceof Refusal
        ? `what the server allows; it says "${error.message}"`
        : `what can be done: ${error.message}`
    const [found = ''] = writtenEntry(entry).split('\n')
    throw TranscriptError.of(scene.file, [{ line: entry.at?.line ?? 1, found: asFound(found), expected: why }])
  }
}

/** What neither happens nor is expected. */
function isRemark({ kind }: Entry): boolean {
  return kind === 'blank' || kind === 'comment' || kind === 'setting' || kind === 'place'
}

/** What is expected of the bot, or of the server about it, rather than done by people. */
function isOfBot(entry: Entry, { realm, bot }: PlayOptions): entry is Entry & Deed {
  if (entry.kind === 'effect') return true
  if (!('who' in entry)) return false
  const id = idOf(realm, entry.who)
  return id === bot || (id !== undefined && realm.account(id).isSystem)
}
