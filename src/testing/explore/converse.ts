import { escapePlaceholders } from '../../transcript/placeholders.js'
import type { Entry, TranscriptSetting } from '../../transcript/transcript.js'
import { writeTranscript } from '../../transcript/write.js'
import { errorMessage } from '../../values.js'
import type { TestChat } from '../chat.js'
import type { TranscriptOptions } from '../player/settings.js'
import { type Cast, linesOf, stepEntries, tidied } from './entries.js'
import { type Breach, createJudge, type JudgeOptions } from './rules.js'
import type { Step } from './steps.js'
import { type BotMessage, type ExploredChat, openWorld } from './world.js'

/** A conversation after one of its steps. The object stays the same throughout the conversation. */
export interface ExploreWorld {
  readonly chat: TestChat
  /** What happened last, as lines of a transcript. */
  readonly last: string
  /** What the bot said since. */
  readonly replies: readonly Pick<BotMessage, 'content' | 'place'>[]
}

/** What the conversations of an exploration have in common. */
export interface ConversationSetup extends JudgeOptions {
  readonly how: Pick<TranscriptOptions, 'bot' | 'by' | 'organisation' | 'receiver'>
  readonly settings: Settings
  readonly cast: Cast
  readonly always?: (world: ExploreWorld) => unknown
}

type Settings = { readonly [Name in TranscriptSetting]?: string }

export interface ConversationCase extends ConversationSetup {
  readonly level: number
  readonly steps: readonly Step[]
  /** Failures outside of handlers since the last call. */
  readonly stray: () => Promise<readonly unknown[]>
}

/** The result of a conversation. */
export interface ConversationResult {
  readonly breach: Breach | undefined
  /** What happened until the rule was broken. */
  readonly transcript: string
  readonly steps: number
  /** The handlers that took messages. */
  readonly routes: readonly string[]
  /** The sentences of the faults that were applied. */
  readonly faults: readonly string[]
}

/** Runs a conversation step by step until it ends or a rule is broken. */
export async function converse(one: ConversationCase): Promise<ConversationResult> {
  const { level, steps, how, settings, cast, stray, always } = one
  const header = headerOf({ ...settings, level: String(level) })
  const world = await openWorld({ entries: header }, { ...how, level })
  try {
    const judge = createJudge(world, one)
    const isOwnKnown = one.without.includes('always') || one.known?.some(({ rule }) => rule === 'always')
    const ownRule = always && isOwnKnown !== true ? ownRuleOf(always, world) : undefined
    const done: (readonly Entry[])[] = []
    let breach: Breach | undefined
    for (const step of steps) {
      const performed = await world.perform(stepEntries(step, world, cast))
      if (performed.length === 0) continue
      done.push(performed)
      breach = judge(await stray()) ?? (await ownRule?.(performed))
      if (breach !== undefined) break
    }
    return {
      breach,
      transcript: breach === undefined ? '' : written(breach, header, done),
      steps: done.length,
      routes: world.watch.works.flatMap(({ route }) => route ?? []),
      faults: world.chat.simulator.faults.applied.flatMap(({ faults }) => faults.map(({ sentence }) => sentence)),
    }
  } finally {
    await world.close()
  }
}

export function headerOf(settings: Settings): readonly Entry[] {
  return Object.entries(settings).map(([name, value]) => ({ kind: 'setting', name: name as TranscriptSetting, value }))
}

function ownRuleOf(always: (world: ExploreWorld) => unknown, world: ExploredChat) {
  let last: readonly Entry[] = []
  let before = 0
  const shown: ExploreWorld = {
    chat: world.chat,
    get last() {
      return linesOf(last)
    },
    get replies() {
      return world.said.slice(before)
    },
  }
  return async (performed: readonly Entry[]): Promise<Breach | undefined> => {
    last = performed
    try {
      await always(shown)
      return undefined
    } catch (error) {
      return { rule: 'always', by: 'always', what: errorMessage(error) }
    } finally {
      before = world.said.length
    }
  }
}

function written({ rule, what }: Breach, header: readonly Entry[], done: readonly (readonly Entry[])[]): string {
  const remarks = [`Breaks the rule "${rule}":`, ...what.split('\n')].map(
    (line): Entry => ({ kind: 'comment', text: ` ${escapePlaceholders(line)}` }),
  )
  const judged: Entry = { kind: 'setting', name: 'rules', value: 'on' }
  return writeTranscript({ entries: [...remarks, judged, ...header, ...tidied(done).entries] })
}
