import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bot } from 'earshot'
import { createSimulator } from 'earshot/simulator'
import { expect, it } from 'vitest'
import { createProgram } from '../../src/cli/cli.js'
import { root } from './blocks.js'
import { optionsPage } from './optionsPage.js'

const reference = (page: string) => new URL(`../../docs/reference/${page}.md`, import.meta.url)
const textOf = (page: string) => readFileSync(join(root, 'docs', page), 'utf8')

// `npx vitest run test/docs/reference.test.ts -u` writes the first two pages anew.
it('lists the options as they are declared, each with a line that says what it does', async () => {
  const page = optionsPage()
  expect(page.split('\n').filter((line) => line.endsWith('|  |'))).toEqual([])
  await expect(page).toMatchFileSnapshot(reference('options').pathname)
})

it('lists the assumptions of the simulator', async () => {
  const { fetch } = createSimulator()
  const response = await fetch('http://localhost/sim/assumptions')
  console.log(JSON.stringify(await response.json()).slice(0,1500))
})
