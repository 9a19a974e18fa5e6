import type { Fault } from './fault.js'
import { parseFault, printFault } from './sentence.js'

export interface Preset {
  /** What it is about. */
  readonly group: 'Its answer' | 'Deliveries to it' | 'Its calls'
  readonly title: string
  readonly sentence: string
}

/** Suggested faults for any bot. */
export const presets: readonly Preset[] = [
  { group: 'Its answer', title: '500', sentence: 'the next delivery is answered with 500' },
  { group: 'Its answer', title: '15 s late', sentence: 'the next delivery is answered 15s late' },
  { group: 'Its answer', title: 'no JSON', sentence: 'the next delivery is answered with malformed JSON' },
  { group: 'Its answer', title: 'cut off', sentence: 'the next delivery is answered with only 20 bytes' },
  { group: 'Its answer', title: 'lost', sentence: 'the next delivery loses the answer' },
  { group: 'Deliveries to it', title: 'twice', sentence: 'every delivery is delivered twice' },
  { group: 'Deliveries to it', title: 'out of order', sentence: 'the next delivery is overtaken by the next 2' },
  { group: 'Deliveries to it', title: 'wrong token', sentence: 'the next delivery carries a wrong token' },
  {
    group: 'Deliveries to it',
    title: 'unknown trigger',
    sentence: 'the next delivery carries the trigger carrier_pigeon',
  },
  {
    group: 'Deliveries to it',
    title: 'very long message',
    sentence: 'the next delivery carries 1000000 characters of content',
  },
  { group: 'Its calls', title: 'fail twice', sentence: 'the next 2 calls answer 503' },
  { group: 'Its calls', title: 'are too many', sentence: 'every third call answers 429 with Retry-After 2s' },
  { group: 'Its calls', title: 'get no answer', sentence: 'the next call hangs' },
  { group: 'Its calls', title: 'get no JSON', sentence: 'the next call answers malformed JSON' },
  {
    group: 'Its calls',
    title: 'lose the answer after sending',
    sentence: 'the next call of messages.send is reset after taking effect',
  },
  { group: 'Its calls', title: 'find the key revoked', sentence: 'every call finds the key revoked' },
]

/** The same for one bot. */
export function presetsFor(bot: string): readonly Preset[] {
  return presets.map((preset) => ({ ...preset, sentence: printFault(aimedAt(parseFault(preset.sentence), bot)) }))
}

const aimedAt = (fault: Fault, bot: string): Fault =>
  fault.on === 'calls' ? { ...fault, by: bot } : { ...fault, to: bot }
