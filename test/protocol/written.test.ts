import {
  type ChangeKind,
  type Endpoint,
  ErrorEnvelope,
  endpoints,
  errorExtras,
  type FeatureLevelRow,
  featureLevels,
  Notification,
  successEnvelope,
  wireKind,
} from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import * as z from 'zod/mini'
import { needsOf } from '../../src/client/needs.js'
import { callNamed, callNames } from '../../src/protocol/calls.js'
import { featureNamed } from '../../src/protocol/features.js'
import { modernise } from '../../src/protocol/modernise.js'
import { rules } from '../../src/protocol/rules.js'
import { check } from '../../src/protocol/shapes/check.js'
import { extraShape, shapeNamed } from '../../src/protocol/shapes/named.js'
import { readShape, type Shape } from '../../src/protocol/shapes/shape.js'
import { wireKindOf } from '../../src/protocol/shapes/wireKindOf.js'
import { damaged, found, foundByZod } from './damaged.js'
import { named, written, writtenFields, writtenInFull } from './writing.js'

const declared: readonly Endpoint[] = endpoints

describe('what is written down of the contract', () => {
  it('says what the declarations do (`npx vitest run test/protocol/written.test.ts -u` writes it again)', async () => {
    await expect(writtenFile()).toMatchFileSnapshot('../../src/protocol/written.ts')
  })

  it('has every endpoint, in the order of the declarations', () => {
    expect(callNames).toEqual(declared.map(({ name }) => name))
  })

  it.each(declared)('knows how to call $name', (endpoint) => {
    const { name, method, path, spec, repeatable } = endpoint
    expect(callNamed(name)).toMatchObject({ name, method, path, spec, repeatable })
    const call = callNamed(name)
    expect(call?.isPublic).toBe(endpoint.access === 'public')
    expect(call?.since).toBe(endpoint.since)
    expect(call?.takesUpTo).toBe(endpoint.takesUpTo)
    expect(call?.aliases).toEqual(endpoint.aliases ?? {})
    expect(call?.rules).toEqual(endpoint.rules ?? [])
    expect(call?.modernise).toBe(endpoint.modernise)
    const kinds = Object.entries(call?.params ?? {}).map(([parameter, shape]) => [parameter, wireKindOf(shape)])
    expect(kinds).toEqual(Object.entries(endpoint.params).map(([parameter, schema]) => [parameter, wireKind(schema)]))
  })

  it('says of whatever a call can need what changed', () => {
    const rows: readonly FeatureLevelRow[] = featureLevels
    const unsaid = callNames.flatMap((name) => {
      const call = callNamed(name)
      const features = call === undefined ? [] : needsOf(call).map(({ feature }) => featureNamed(feature))
      return features.filter(
        ({ id, level, change }) => !rows.some((row) => row.id === id && row.level === level && row.change === change),
      )
    })
    expect(unsaid).toEqual([])
  })

  it('has no rules and no older answers of endpoints that are not declared', () => {
    const names: readonly string[] = declared.map(({ name }) => name)
    expect([...Object.keys(rules), ...Object.keys(modernise)].filter((name) => !names.includes(name))).toEqual([])
  })

  it('knows no endpoint that is not declared', () => {
    expect(callNamed('users.unheardOf')).toBeUndefined()
    expect(() => shapeNamed('Unheard')).toThrow('No shape is called "Unheard".')
    expect(extraShape('BAD_REQUEST {}')).toBeUndefined()
    expect(() => readShape('Unheard')).toThrow('No shape is called "Unheard".')
  })
})

const answerOf = (endpoint: Endpoint) => z.looseObject({ ...successEnvelope, ...endpoint.response })

const pairs: readonly (readonly [string, z.ZodMiniType, () => Shape | undefined])[] = [
  ...declared.map(
    (endpoint) =>
      [
        `what ${endpoint.name} takes`,
        z.strictObject(endpoint.params),
        () => callNamed(endpoint.name)?.parameters,
      ] as const,
  ),
  ...declared.map(
    (endpoint) =>
      [`what ${endpoint.name} answers`, answerOf(endpoint), () => callNamed(endpoint.name)?.answer] as const,
  ),
  ...Object.entries(errorExtras).map(
    ([code, schema]) => [`what ${code} carries`, schema, () => extraShape(code)] as const,
  ),
  ['a refusal', ErrorEnvelope, () => shapeNamed('ErrorEnvelope')],
  ['a notification', Notification, () => shapeNamed('Notification')],
]

describe('the check by what is written down', () => {
  it.each(pairs)('finds of %s what zod does', (_, schema, shapeOf) => {
    const shape = shapeOf()
    if (shape === undefined) throw new Error('It is not written down')
    fc.assert(
      fc.property(damaged(schema as unknown as ZodType), (value) => {
        expect(found(check(shape, value))).toEqual(foundByZod(schema, value))
      }),
      { numRuns: 30 },
    )
  })
})

/** The file of what is written down, as it should be. */
function writtenFile(): string {
  const calls = declared.map((endpoint) => {
    const { name, method, path, spec, repeatable, since, takesUpTo, aliases = {} } = endpoint
    const more = [
      ...(endpoint.access === 'public' ? ['public='] : []),
      ...(since === undefined ? [] : [`since=${since}`]),
      ...(takesUpTo === undefined ? [] : [`takes=${takesUpTo}`]),
      ...parametersOf(name).map(({ id, parameter }) => `+${parameter}=${id}`),
      ...Object.entries(aliases).map(([parameter, others]) => `alias=${[parameter, ...others].join(':')}`),
    ]
    const shapes = [writtenFields(endpoint.params), writtenFields(endpoint.response)]
    return [name, method, path, spec, repeatable, ...shapes, ...more].join(' ')
  })
  const extras = Object.entries(errorExtras).map(([code, schema]) => [`+${code}`, written(schema)] as const)
  const entities = [...named].map(([schema, name]) => [name, writtenInFull(schema)] as const)
  const used = usedIn([...calls, 'Notification ErrorEnvelope', ...extras.map(([, text]) => text)], new Map(entities))
  const shapes = [...entities.filter(([name]) => used.has(name)), ...extras].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const features = featureLevels.map(({ id, level, kind, change }) =>
    [
      id,
      level,
      ...(needed.includes(kind) || declared.some(({ since }) => since === id) ? [change.replaceAll('`', '\\`')] : []),
    ].join(' '),
  )
  return [
    '/**',
    ' * What the declarations say, in the notation of `shapes/shape.ts`, for those who need no more than that. Written by',
    ' * `npx vitest run test/protocol/written.test.ts -u`, which otherwise holds it against the declarations.',
    ' */',
    '',
    '/** Entities, and behind a plus sign what refusals carry, by their codes. */',
    'export const writtenShapes = `',
    ...shapes.map((line) => line.join(' ')),
    '`',
    '',
    '/** What every success carries. */',
    `export const writtenEnvelope = '${writtenFields(successEnvelope)}'`,
    '',
    '/** One endpoint each: name, method, path, section of the spec, when it may be repeated, parameters, answer, and more. */',
    'export const writtenCalls = `',
    ...calls,
    '`',
    '',
    '/** One feature each: name, level, and what changed where a call can need it. */',
    'export const writtenFeatures = `',
    ...features,
    '`',
    '',
  ].join('\n')
}

/** The kinds of changes that calls can need. */
const needed: readonly ChangeKind[] = ['endpoint', 'parameter', 'value']

/** The parameters of an endpoint that came later. */
function parametersOf(name: string): readonly { readonly id: string; readonly parameter: string }[] {
  const rows: readonly FeatureLevelRow[] = featureLevels
  return rows.flatMap(({ id, kind, appliesTo: { endpoint, parameter } }) =>
    kind === 'parameter' && endpoint === name && parameter !== undefined ? [{ id, parameter }] : [],
  )
}

/** The names in some texts, and those in what they stand for. */
function usedIn(
  texts: readonly string[],
  entities: ReadonlyMap<string, string>,
  found = new Set<string>(),
): Set<string> {
  for (const [name] of texts.flatMap((text) => [...text.matchAll(/\b[A-Z]\w*/g)])) {
    const text = entities.get(name)
    if (text !== undefined && !found.has(name)) usedIn([text], entities, found.add(name))
  }
  return found
}
