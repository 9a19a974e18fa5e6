import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exampleOf } from '../../../src/cli/call/describe.js'
import { everyEndpoint, prepare } from '../../conformance/calls.js'
import { changeInto, earshot } from '../inProcess.js'

const folder = mkdtempSync(join(tmpdir(), 'earshot-examples-'))
const simulator = createSimulator()
let url = ''

changeInto(folder)
beforeAll(async () => {
  writeFileSync(join(folder, 'rye.txt'), 'Rye')
  const pictures = {
    'dot.gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    'sourdough.png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  }
  for (const [name, data] of Object.entries(pictures)) writeFileSync(join(folder, name), Buffer.from(data, 'base64'))
  url = (await simulator.serve({ port: 0 })).url
})
afterEach(async () => {
  await simulator.idle()
  simulator.reset()
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true })
})

const as = (name: string) => {
  const { site, email, apiKey } = simulator.credentials(name)
  return new Client({ site, email, apiKey, fetch: simulator.fetch })
}

/** What a shell makes of a line in which only whole values are quoted. */
function words(line: string): string[] {
  return (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
}

describe("the example in an endpoint's help", () => {
  it.each(everyEndpoint)('of $name succeeds', async ({ name, endpoint }) => {
    await prepare({ simulator, as }, name)
    const [, ...line] = words(exampleOf(endpoint))
    const { code, out, err } = await earshot([...line, '--json'], { environment: { EARSHOT_SIMULATOR: url } })
    expect(code, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ result: 'success' })
  })
})
