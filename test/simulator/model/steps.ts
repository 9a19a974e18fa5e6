import { createSimulator, type Simulator } from 'earshot/simulator'
import fc from 'fast-check'
import { expect } from 'vitest'
import { messageRules } from './messageRules.js'
import { type Model, person } from './model.js'
import { otherRules } from './otherRules.js'
import type { Expected, Rule, WireCall } from './rule.js'

/** The simulator that the model is held against, and how many calls it has had. */
export interface Real {
  readonly simulator: Simulator
  calls: number
}

type Step = fc.AsyncCommand<Model, Real>

/** Those who call: an owner, an administrator, two members, a guest and a bot; some often, so that they meet themselves. */
const callers = [7, 8, 8, 8, 10, 10, 10, 12, 13, 21]

/** Levels at which something changes and those just before are the likeliest. */
export const anyLevel = fc.oneof(
  fc.constantFrom(
    0,
    126,
    127,
    162,
    163,
    166,
    167,
    169,
    170,
    175,
    176,
    183,
    184,
    187,
    188,
    201,
    202,
    210,
    211,
    218,
    219,
  ),
  fc.constantFrom(247, 248, 289, 290, 297, 298, 302, 303, 333, 334, 362, 363, 369, 370, 432, 433, 457, 458, 495, 496),
  fc.integer({ min: 0, max: 496 }),
)

const rules = { ...messageRules, ...otherRules }
type RuleName = keyof typeof rules

/** Rules that have to do with each other: a script of few kinds of call comes to more of what they do together. */
const circles: readonly (readonly RuleName[])[] = [
  ['setMuted', 'setVisibility'],
  ['sendToChannel', 'list', 'read', 'delete', 'deleteTopic', 'edit'],
  ['sendToChannel', 'sendDirectly', 'read', 'react', 'delete'],
  ['deactivate', 'lookUp', 'isMember', 'deactivateGroup', 'muteUser'],
  ['reorderLinkifiers', 'listLinkifiers', 'schedule', 'listScheduled', 'changeScheduled', 'sendTooMuch'],
  Object.keys(rules) as RuleName[],
]

/** Scripts of legal and illegal calls as they come. */
export function anyScript(maxCommands: number): fc.Arbitrary<Iterable<Step>> {
  const others = [anyLevel.map(levelStep), fc.constantFrom(...callers).map(strangerStep)]
  const kinds = circles.map((names) => [...names.map(stepsOf), ...others])
  return fc.oneof(...kinds.map((steps) => fc.commands(steps, { maxCommands, size: 'max' })))
}

function stepsOf(name: RuleName): fc.Arbitrary<Step> {
  const rule = rules[name]
  return fc.tuple(fc.constantFrom(...callers), rule.args).map(([caller, args]) => callStep(name, rule, caller, args))
}

function callStep(name: string, rule: Rule<unknown>, caller: number, args: unknown): Step {
  const call = rule.call(args)
  return {
    check: () => true,
    async run(model, real) {
      const expected = rule.expect(model, person(model, caller), args)
      compare(await send(real, caller, call), expected)
    },
    toString: () => `${name} by ${caller}: ${call.method} ${call.path} ${JSON.stringify(call.fields ?? {})}`,
  }
}

/** The server is upgraded, or put back, under everybody's feet. */
function levelStep(level: number): Step {
  return {
    check: () => true,
    async run(model, { simulator }) {
      simulator.setFeatureLevel(level)
      model.level = level
    },
    toString: () => `level ${level}`,
  }
}

/** Somebody with another's address and a key that is nobody's. */
function strangerStep(caller: number): Step {
  return {
    check: () => true,
    async run(_, real) {
      const answer = await send(real, caller, { method: 'GET', path: '/users/me' }, 'x'.repeat(32))
      expect(answer).toMatchObject({ status: 401, body: { result: 'error', code: 'UNAUTHORIZED' } })
    },
    toString: () => `somebody who is not ${caller}`,
  }
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown> | undefined
}

async function send(
  real: Real,
  caller: number,
  { method, path, fields = {} }: WireCall,
  key?: string,
): Promise<Answer> {
  real.calls += 1
  const { simulator } = real
  const { email, apiKey } = simulator.credentials(caller)
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const inQuery = method === 'GET' && form.size > 0
  const response = await simulator.fetch(`${simulator.url}/api/v1${path}${inQuery ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${email}:${key ?? apiKey}`)}` },
    ...(method !== 'GET' && { body: form }),
  })
  const isJson = response.headers.get('content-type') === 'application/json'
  return { status: response.status, body: isJson ? ((await response.json()) as Record<string, unknown>) : undefined }
}

function compare({ status, body }: Answer, expected: Expected): void {
  if (expected === 'missing') {
    expect([404, 405]).toContain(status)
    expect(body?.result).not.toBe('success')
    return
  }
  if ('refused' in expected) {
    expect(body).toMatchObject({ result: 'error', code: expected.code, msg: expected.refused })
    return
  }
  const wanted = { status: 200, result: 'success', msg: '', ...expected.ok }
  expect(shownLike({ status, ...body }, wanted)).toEqual(wanted)
  expected.learn?.(body ?? {})
}

/** What an answer has in the places of which the model says something, be it that there is nothing. */
function shownLike(actual: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(actual)) return actual.map((item, at) => shownLike(item, wanted[at]))
  if (!isObject(wanted) || !isObject(actual)) return actual
  return Object.fromEntries(Object.entries(wanted).map(([name, part]) => [name, shownLike(actual[name], part)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A simulator for one script. */
export function newReal(featureLevel: number, randomSeed: number): Real {
  return { simulator: createSimulator({ featureLevel, randomSeed, clock: 'frozen', strict: true }), calls: 0 }
}
