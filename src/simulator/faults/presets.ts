import type { Fault } from './fault.js'
import { parseFault, printFault } from './sentence.js'

export interface Preset {
  /** What it is about. */
  readonly group: string
  readonly title: string
  readonly sentence: string
}

/** Titles and sentences by group. */
const suggested: Readonly<Record<string, readonly (readonly [title: string, sentence: string])[]>> = {
  'Its answer': [
    ['500', 'the next delivery is answered with 500'],
    ['15 s late', 'the next delivery is answered 15s late'],
    ['no JSON', 'the next delivery is answered with malformed JSON'],
    ['cut off', 'the next delivery is answered with only 20 bytes'],
    ['lost', 'the next delivery loses the answer'],
  ],
  'Deliveries to it': [
    ['twice', 'every delivery is delivered twice'],
    ['out of order', 'the next delivery is overtaken by the next 2'],
    ['wrong token', 'the next delivery carries a wrong token'],
    ['unknown trigger', 'the next delivery carries the trigger carrier_pigeon'],
    ['very long message', 'the next delivery carries 1000000 characters of content'],
  ],
  'Its calls': [
    ['fail twice', 'the next 2 calls answer 503'],
    ['are too many', 'every third call answers 429 with Retry-After 2s'],
    ['get no answer', 'the next call hangs'],
    ['get no JSON', 'the next call answers malformed JSON'],
    ['lose the answer after sending', 'the next call of messages.send is reset after taking effect'],
    ['find the key revoked', 'every call finds the key revoked'],
  ],
}

/** Suggested faults for any bot. */
export const presets: readonly Preset[] = Object.entries(suggested).flatMap(([group, rows]) =>
  rows.map(([title, sentence]) => ({ group, title, sentence })),
)

/** The same for one bot. */
export function presetsFor(bot: string): readonly Preset[] {
  return presets.map((preset) => ({ ...preset, sentence: printFault(aimedAt(parseFault(preset.sentence), bot)) }))
}

const aimedAt = (fault: Fault, bot: string): Fault =>
  fault.on === 'calls' ? { ...fault, by: bot } : { ...fault, to: bot }
