import { expect, it } from 'vitest'
import { stage } from './stage.js'

const open = stage()

it("journals notices from the simulator's method and from the control API", async () => {
  const { simulator, control } = open()
  simulator.notice({ tone: 'good', text: 'Reloaded: Echo', about: 'the bot file' })
  expect((await control('POST', '/notices', { tone: 'bad', text: ' A mistake ' })).status).toBe(201)
  expect((await control('POST', '/notices', { text: 'Fine' })).status).toBe(201)
  const { body } = await control('GET', '/journal?kinds=notice')
  expect(body.entries).toMatchObject([
    { kind: 'notice', tone: 'good', text: 'Reloaded: Echo', about: 'the bot file' },
    { kind: 'notice', tone: 'bad', text: 'A mistake' },
    { kind: 'notice', tone: 'good', text: 'Fine' },
  ])
  for (const wrong of [{}, { text: ' ' }, { text: 'x', tone: 'loud' }, { text: 'x'.repeat(4001) }])
    expect((await control('POST', '/notices', wrong)).status).toBe(400)
})
