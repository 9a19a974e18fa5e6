import { readFileSync } from 'node:fs'
import { Client } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { everyEndpoint, prepare } from '../conformance/calls.js'

const simulator = createSimulator()
afterEach(async () => {
  await simulator.idle()
  simulator.reset()
})
afterAll(() => simulator.close())

const as = (name: string) => {
  const { site, email, apiKey } = simulator.credentials(name)
  return new Client({ site, email, apiKey, fetch: simulator.fetch })
}
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const pageOf = (name: string) =>
  readFileSync(new URL(`../../docs/reference/endpoints/${name.replace('.', '/')}.md`, import.meta.url), 'utf8')

describe('the page of an endpoint', () => {
  it.each(everyEndpoint)('says in words what each parameter of $name is, and groups its refusals', ({ name }) => {
    const [, parameters = '', refusals = ''] =
      /\n## Parameters\n(.*?)\n## .*\n## Refusals\n(.*?)\n## /s.exec(pageOf(name)) ?? []
    const rows = [...parameters.matchAll(/^\| `(\w+)` \| .*? \| (.*) \|$/gm)]
    const silent = rows.filter(
      ([, , says = '']) => !/[a-z]/.test(says.replaceAll(/In the path\.|(Default|Older name): `.*?`\./g, '')),
    )
    expect(silent.map(([, parameter]) => parameter)).toEqual([])
    // Each table has the heading of a cause.
    expect(refusals.match(/^\| message/gm)?.length ?? 0).toBe(refusals.match(/^### /gm)?.length ?? 0)
  })

  it.each(everyEndpoint)('has a complete example of $name that succeeds', async ({ name, as: who }) => {
    const page = pageOf(name)
    expect(page).not.toContain('undefined')
    const [, example = ''] = /```ts \[TypeScript\]\n(.*?)```/s.exec(page) ?? []
    expect(example).toContain(`await client.${name}(`)
    await prepare({ simulator, as }, name)
    // The page leaves out what is in a file; a picture has to be one.
    const complete = example.replace("['…'], 'dot.gif'", "[dot], 'dot.gif'")
    await new AsyncFunction('client', 'dot', complete)(as(who), dot)
  })
})
