import type * as FastCheck from 'fast-check'
import type { Way } from '../simulatedProcess.js'
import { ExploreError } from './errors.js'
import type { Step } from './steps.js'

/** @throws {ExploreError} if the package isn't installed */
export async function loadFastCheck(load = () => import('fast-check')): Promise<typeof FastCheck> {
  try {
    return await load()
  } catch (cause) {
    const message = 'Exploring needs the package fast-check. Run: npm install --save-dev fast-check'
    throw new ExploreError('fast_check_missing', message, { cause })
  }
}

export interface DrawnStepsOptions {
  readonly texts: FastCheck.Arbitrary<string>
  readonly people: number
  readonly places: number
  readonly levels: readonly number[]
  readonly by: Way
}

/** Generates conversations of a few steps. Steps that matter more are more frequent. */
export function stepsOf(fc: typeof FastCheck, { texts, people, places, levels, by }: DrawnStepsOptions) {
  const who = fc.nat(people - 1)
  const said = fc.record({ kind: fc.constant('say' as const), who, where: fc.nat(places), text: texts })
  const faults = [...faultSentences, ...(by === 'events' ? eventFaults : deliveryFaults)]
  const step = <Kind extends Step['kind']>(weight: number, kind: Kind, fields: FieldsOf<Kind>) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as unknown as FastCheck.Arbitrary<Step>,
  })
  const next: FastCheck.Arbitrary<Step> = fc.oneof(
    { weight: 20, arbitrary: said },
    step(3, 'at once', { said: fc.array(said, { minLength: 1, maxLength: 4 }) }),
    // The same words from several people at once cause conflicts most easily.
    {
      weight: 3,
      arbitrary: fc.tuple(said, fc.array(who, { minLength: 1, maxLength: 4 })).map(([one, all]) => ({
        kind: 'at once' as const,
        said: all.map((who) => ({ ...one, who })),
      })),
    },
    step(2, 'edit', { who, text: texts }),
    // Few add something, since existing parts matter more.
    step(4, 'widget', { who, part: fc.nat(5), adds: fc.nat(4).map((chance) => chance === 4) }),
    step(1, 'react', { who, emoji: fc.constantFrom('tada', 'octagonal_sign') }),
    step(3, 'later', { by: fc.constantFrom(...pauses[by]) }),
    step(3, 'fault', { sentence: fc.constantFrom(...faults) }),
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'no faults' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
    step(1, 'level', { level: fc.constantFrom(...levels) }),
  )
  return fc.array(next, { minLength: 1, maxLength: 8, size: 'max' })
}

type StepOf<Kind> = Extract<Step, { readonly kind: Kind }>

type FieldsOf<Kind> = {
  readonly [Name in Exclude<keyof StepOf<Kind>, 'kind'>]: FastCheck.Arbitrary<StepOf<Kind>[Name]>
}

/** A listener polls about once a minute, so simulating a day takes long. */
const pauses = { webhook: ['1 minute', '1 hour', '1 day'], events: ['1 minute', '10 minutes', '1 hour'] } as const

/** Faults that a bot must tolerate. With each, it can still reply to the sender. */
const faultSentences = [
  'the next call answers 429 with Retry-After 2s',
  'the next 2 calls answer 503',
  'the next call answers 500 after taking effect',
  'the next call hangs',
  'the next call is dropped after taking effect',
  'the next call answers malformed JSON',
] as const

const deliveryFaults = [
  'the next delivery is delivered twice',
  'the next delivery loses the answer',
  'the next delivery is delayed by 30s',
  'the next delivery is overtaken by the next 1',
] as const

/** The bot catches up on events that it missed without an event queue. */
const eventFaults = [
  'the next event loses the event queue',
  'the next event is told twice',
  'the next event is delayed by 30s',
  'the next call of events.get answers 503',
  'the next call of events.register answers 503',
] as const
