import { createSimulator, type Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { everyEndpoint, wire } from '../conformance/calls.js'
import { casesOf, patience, runCases } from './cases.js'
import { type Chance, chance } from './chance.js'
import { anyText, anyValue, mutated, mutatedBytes, mutatedText, randomBytes, wellFormed } from './mutate.js'

const people = ['desdemona', 'iago', 'hamlet', 'othello', 'polonius', 'echo']

/** Files are tried by the tests of uploads; a form of fields can't carry them. */
const calls = everyEndpoint
  .filter(({ name }) => name !== 'files.upload' && name !== 'emoji.upload')
  .map((one) => ({ ...one, ...wire(one), method: one.endpoint.method }))

/** What accounts call with, by their names. */
type Accounts = ReadonlyMap<string, string>

interface Asked {
  readonly target: string
  readonly init: RequestInit
}

function request(random: Chance, known: Accounts): Asked {
  const { as, name, path, fields, method } = random.pick(calls)
  let changed: Record<string, unknown> = { ...fields }
  for (let changes = random.below(4); changes > 0; changes -= 1) changed = changedFields(changed, random)
  // Nobody is there to end a wait.
  if (name === 'events.get') changed.dont_block = 'true'
  const form = new URLSearchParams(
    Object.entries(changed).map(([field, value]): [string, string] => [wellFormed(field), asField(value)]),
  )
  const place = random.oneIn(6) ? changedPath(path, random) : path
  const verb = random.oneIn(15) ? random.pick(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']) : method
  const account = known.get(random.oneIn(3) ? random.pick(people) : as) ?? ''
  const credentials = random.oneIn(20) ? anyText(random) : account
  const headers: Record<string, string> = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  if (verb === 'GET') return { target: `/api/v1${place}?${form}`, init: { method: verb, headers } }
  headers['content-type'] = random.oneIn(12)
    ? random.pick(['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', ';'])
    : 'application/x-www-form-urlencoded'
  return {
    target: `/api/v1${place}`,
    init: { method: verb, headers, body: bodyOf(String(form), random) as RequestInit['body'] },
  }
}

function changedFields(fields: Record<string, unknown>, random: Chance): Record<string, unknown> {
  const names = Object.keys(fields)
  const name = names.length === 0 || random.oneIn(10) ? anyText(random) : random.pick(names)
  const text = asField(fields[name] ?? '')
  if (random.oneIn(6)) {
    const { [name]: _, ...rest } = fields
    return rest
  }
  if (!random.oneIn(3)) return { ...fields, [name]: inJson(text, random) }
  return { ...fields, [name]: random.oneIn(2) ? mutatedText(text, random) : anyValue(random) }
}

/** Lists and objects are changed inside. */
function inJson(text: string, random: Chance): unknown {
  try {
    return mutated(JSON.parse(text), random)
  } catch {
    return mutatedText(text, random)
  }
}

const asField = (value: unknown) => wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function bodyOf(form: string, random: Chance): string | Uint8Array {
  if (random.oneIn(20)) return mutatedBytes(new TextEncoder().encode(form), random)
  return random.oneIn(40) ? randomBytes(random) : form
}

function changedPath(path: string, random: Chance): string {
  const segments = path.split('/')
  const at = 1 + random.below(Math.max(1, segments.length - 1))
  segments[at] = random.oneIn(2) ? encodeURIComponent(wellFormed(anyText(random))) : String(random.below(40))
  return segments.join('/')
}

/** What says that it failed: by an answer, or in its log. */
async function expectSound(simulator: Simulator, { target, init }: Asked, errors: unknown[]): Promise<number> {
  const response = await simulator.fetch(`${simulator.url}${target}`, init)
  if (response.body !== null && /event-stream/.test(response.headers.get('content-type') ?? '')) {
    await response.body.cancel()
  } else await response.arrayBuffer()
  if (response.status < 500 && errors.length === 0) return response.status
  throw new Error(`${init.method} ${target}: ${response.status} ${JSON.stringify(errors)}\n${String(init.body)}`, {
    cause: (errors[0] as { error?: unknown } | undefined)?.error,
  })
}

function opened() {
  const errors: unknown[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (facts: object) => void errors.push(facts) }
  const simulator = createSimulator({ clock: 'frozen', keepJournal: 50, log })
  simulator.connect('echo', () => Response.json({ content: 'ok' }))
  // As they are now: what follows renames accounts and changes keys.
  const known: Accounts = new Map(
    [...people, ...calls.map(({ as }) => as)].map((who) => {
      const { email, apiKey } = simulator.credentials(who)
      return [who, `${email}:${apiKey}`]
    }),
  )
  return { simulator, errors, known }
}

describe('a simulator', () => {
  it('answers every call of its API, however wrong, and fails at none', { timeout: patience }, async () => {
    let { simulator, errors, known } = opened()
    const statuses = new Map<number, number>()
    await runCases(casesOf(300_000), 1, async (seed) => {
      if (seed % 200 === 0) {
        await simulator.close()
        ;({ simulator, errors, known } = opened())
      }
      const status = await expectSound(simulator, request(chance(seed), known), errors)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await simulator.close()
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]))
    expect(statuses.get(200)).toBeGreaterThan(casesOf(300_000) / 10)
  })

  it('answers every call of its control API, however wrong, and fails at none', { timeout: patience }, async () => {
    let { simulator, errors } = opened()
    const operations = await controlOperations(simulator)
    expect(operations.length).toBeGreaterThan(20)
    await runCases(casesOf(50_000), 1, async (seed) => {
      if (seed % 200 === 0) {
        await simulator.close()
        ;({ simulator, errors } = opened())
      }
      const random = chance(seed)
      const { path, method, fields } = random.pick(operations)
      const filled = path.replaceAll(/\{\w+\}/g, () =>
        encodeURIComponent(random.oneIn(2) ? String(random.below(30)) : wellFormed(anyText(random))),
      )
      const given = Object.fromEntries(fields.filter(() => random.oneIn(2)).map((field) => [field, anyValue(random)]))
      const body = random.oneIn(10) ? randomBytes(random) : JSON.stringify(random.oneIn(10) ? anyValue(random) : given)
      const query = Object.entries(given).map(([name, value]) => [name, asField(value)] as [string, string])
      const headers = { 'content-type': 'application/json', host: 'localhost' }
      const asked =
        method === 'GET'
          ? { target: `${filled}?${new URLSearchParams(query)}`, init: { method, headers } }
          : { target: filled, init: { method, headers, body: body as RequestInit['body'] } }
      await expectSound(simulator, asked, errors)
    })
    await simulator.close()
  })
})

interface Operation {
  readonly path: string
  readonly method: string
  readonly fields: readonly string[]
}

/** What the control API says of itself. */
async function controlOperations(simulator: Simulator): Promise<Operation[]> {
  const headers = { host: 'localhost' }
  const response = await simulator.fetch(`${simulator.url}/sim`, { headers })
  const { endpoints } = (await response.json()) as { endpoints: readonly Declared[] }
  return endpoints.map(({ path, method, query, body }) => {
    const fields = [query, body].flatMap(({ properties = {} }) => Object.keys(properties))
    return { path, method, fields }
  })
}

interface Declared {
  readonly path: string
  readonly method: string
  readonly query: { readonly properties?: object }
  readonly body: { readonly properties?: object }
}
