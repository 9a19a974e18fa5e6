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

describe('the page of an endpoint', () => {
  it.each(everyEndpoint)('has a complete example of $name that succeeds', async ({ name, as: who }) => {
    const path = `../../docs/reference/endpoints/${name.replace('.', '/')}.md`
    const page = readFileSync(new URL(path, import.meta.url), 'utf8')
    expect(page).not.toContain('undefined')
    const [, example = ''] = /```ts \[TypeScript\]\n(.*?)```/s.exec(page) ?? []
    expect(example).toContain(`await client.${name}(`)
    await prepare({ simulator, as }, name)
    await new AsyncFunction('client', example)(as(who))
  })
})
