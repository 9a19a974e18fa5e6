import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { Client } from '../../dist/client.js'
import { endpoints, exampleCalls } from '../../dist/protocol/index.js'
import { createSimulator } from '../../dist/simulator/index.js'

/** What some endpoints need to have happened; the conformance tests make the same calls. */
const callsBefore = JSON.parse(
  readFileSync(new URL('../../test/conformance/callsBefore.json', import.meta.url), 'utf8'),
)

/**
 * Makes the example call of each endpoint in the simulator's bakery. Gives it by endpoint: as code, as a curl command, and the
 * answer. The seed and the clock are fixed, so that each build writes the same pages.
 */
export async function playExamples() {
  const simulator = createSimulator({ randomSeed: 'documentation', clock: 'frozen' })
  const played = new Map()
  for (const { name, response } of endpoints) {
    simulator.connect('echo', () => Response.json({ response_not_required: true }))
    for (const [who, endpoint, params] of callsBefore[name] ?? [])
      await callOf(clientOf(simulator, who), endpoint)(params)
    await simulator.idle()
    played.set(name, { code: codeOf(name, response), ...(await play(simulator, name)) })
    await simulator.idle()
    simulator.reset()
  }
  await simulator.close()
  return played
}

async function play(simulator, name) {
  const { as, params } = exampleCalls[name]
  let exchanged
  const fetch = async (request, init) => {
    const sent = new Request(request, init)
    const copy = sent.clone()
    const response = await simulator.fetch(sent)
    exchanged = { request: copy, answer: await response.clone().text() }
    return response
  }
  await callOf(clientOf(simulator, as, fetch), name)(params)
  return { curl: await curlOf(exchanged.request), answer: JSON.parse(exchanged.answer) }
}

function clientOf(simulator, who, fetch = simulator.fetch) {
  const { site, email, apiKey } = simulator.credentials(who)
  const { featureLevel } = simulator
  return new Client({ site, email, apiKey, fetch, featureLevel, dialect: 'svc' })
}

function callOf(client, name) {
  const [namespace, method] = name.split('.')
  return client[namespace][method]
}

/** The call as it stands in a program, with the first fields of its answer. */
function codeOf(name, response) {
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
    value instanceof File ? { [inspect.custom]: () => `new File(['…'], '${value.name}')` } : value,
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
  const url = `https://chat.example.com${pathname}${isRead ? '' : search}`
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
