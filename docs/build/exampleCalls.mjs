import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { Client } from '../../dist/client.js'
import {
  endpoints,
  endpointsAt,
  exampleCalls,
  featureRow,
  newestFeatureLevel,
  zulipDialect,
} from '../../dist/protocol/index.js'
import { createSimulator } from '../../dist/simulator/index.js'

/** What some endpoints need to have happened; the conformance tests make the same calls. */
const callsBefore = JSON.parse(
  readFileSync(new URL('../../test/conformance/callsBefore.json', import.meta.url), 'utf8'),
)

/** The simulator's address is no example of a server's. */
const server = 'https://chat.example.com'

/**
 * Makes the example call of each endpoint in the simulator's bakery. Gives it by endpoint: as code, as a curl command, and the
 * answer, with the names that a Zulip server uses. The seed and the clock are fixed, so that each build writes the same pages.
 */
export async function playExamples() {
  const played = new Map()
  for (const dialect of ['zulip', 'svc']) {
    const simulator = createSimulator({ randomSeed: 'documentation', clock: 'frozen', dialect })
    for (const endpoint of endpoints.filter((one) => dialectFor(one) === dialect)) {
      played.set(endpoint.name, { code: codeOf(endpoint), ...(await play(simulator, endpoint)) })
      await simulator.idle()
      simulator.reset()
    }
    await simulator.close()
  }
  return played
}

const servedByZulip = new Set(endpointsAt(newestFeatureLevel, zulipDialect).map(({ name }) => name))

/** Zulip's, unless it has no such endpoint. */
export const dialectFor = ({ name }) => (servedByZulip.has(name) ? 'zulip' : 'svc')

async function play(simulator, endpoint) {
  const { name, until } = endpoint
  simulator.setFeatureLevel(until === undefined ? newestFeatureLevel : featureRow(until).level - 1)
  const client = (who, fetch = simulator.fetch) => {
    const { site, email, apiKey } = simulator.credentials(who)
    return new Client({
      site,
      email,
      apiKey,
      fetch,
      featureLevel: simulator.featureLevel,
      dialect: dialectFor(endpoint),
    })
  }
  simulator.connect('echo', () => Response.json({ response_not_required: true }))
  for (const [who, before, params] of callsBefore[name] ?? []) await callOf(client(who), before)(params)
  await simulator.idle()
  // An export is ready after a while.
  if (name === 'realm.deleteExport') await simulator.advance('1m')
  const { as, params } = exampleCalls[name]
  let exchanged
  const watched = async (request, init) => {
    const sent = new Request(request, init)
    const copy = sent.clone()
    const response = await simulator.fetch(sent)
    exchanged = { request: copy, answer: await response.clone().text() }
    return response
  }
  await callOf(client(as, watched), name)(params)
  return {
    curl: await curlOf(exchanged.request),
    answer: JSON.parse(presentable(exchanged.answer)),
  }
}

/** With the address of a server, and without keys and tokens. */
const presentable = (answer) =>
  answer
    .replaceAll('http://localhost', server)
    .replaceAll('@localhost', '@chat.example.com')
    .replaceAll(/\b[A-Za-z0-9]{32}\b/g, '…')

function callOf(client, name) {
  const [namespace, method] = name.split('.')
  return client[namespace][method]
}

/** The call as it stands in a program, with the first fields of its answer. */
function codeOf({ name, response }) {
  const fields = Object.keys(response).slice(0, 3)
  const { params } = exampleCalls[name]
  const call = `${fields.length === 0 ? '' : `const { ${fields.join(', ')} } = `}await client.${name}(`
  if (Object.keys(params).length === 0) return `${call})`
  const line = `${call}${literal(params, Number.POSITIVE_INFINITY)})`
  return line.length <= 76 ? line : `${call}${literal(params, 60)})`
}

function literal(params, breakLength) {
  const withFiles = Object.entries(params).map(([name, value]) => [
    name,
    value instanceof File
      ? { [inspect.custom]: () => `new File(['…'], '${value.name}', { type: '${value.type}' })` }
      : value,
  ])
  return inspect(Object.fromEntries(withFiles), { depth: null, breakLength, maxStringLength: null })
}

async function curlOf(request) {
  const { pathname, search, searchParams } = new URL(request.url)
  const type = request.headers.get('content-type') ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const fields = isForm ? new URLSearchParams(await request.text()) : []
  const files = type.startsWith('multipart/') ? await request.formData() : []
  const isRead = request.method === 'GET'
  const url = `${server}${pathname}${isRead ? '' : search}`
  const verb = isRead ? '-G' : `-X ${request.method}`
  return [
    `curl -sS ${verb} '${url}'`,
    ...(request.headers.has('authorization') ? ['-u "$EMAIL:$API_KEY"'] : []),
    ...[...(isRead ? searchParams : []), ...fields].map((field) => `--data-urlencode ${quoted(...field)}`),
    ...[...files].map(([name, value]) => `-F ${quoted(name, value instanceof File ? `@${value.name}` : value)}`),
  ].join(' \\\n  ')
}

/** A field for a shell, in whose single quotes only the quote itself is special. */
const quoted = (name, value) => `'${`${name}=${value}`.replaceAll("'", "'\\''")}'`
