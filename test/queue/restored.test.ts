import { Bot } from 'earshot'
import { expect, it, onTestFinished } from 'vitest'
import { town } from './town.js'

it("a worker finds a sent reply on a restored server, despite a higher remembered ID, and doesn't repeat it", async () => {
  let isDeadly = false
  const place = await town({
    async through(request, send) {
      const response = await send()
      // The process dies before it hears that its reply was sent.
      if (isDeadly && request.method === 'POST') process.die()
      return response
    },
  })
  onTestFinished(() => place.close())
  const bot = new Bot().onMention((ctx) => `You said ${ctx.text}.`)
  let process = place.start(bot)
  await place.say('one')
  await place.settle()
  const [last] = await place.storage.list('queue/last/')
  const [id, time] = (last?.value ?? '').split(' ')
  await place.storage.set(last?.key ?? '', `${Number(id) + 1_000} ${time}`)
  await place.simulator.advance('1h')
  isDeadly = true
  await place.say('two')
  await place.settle()
  expect(process.isDead).toBe(true)
  isDeadly = false
  process = place.start(bot)
  await place.simulator.advance('10m')
  await place.settle()
  expect(place.said()).toEqual(['You said one.', 'You said two.'])
  expect(await place.dead()).toEqual([])
})
