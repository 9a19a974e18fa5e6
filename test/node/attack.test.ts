import { expect, it } from 'vitest'
import { answersTo, bakery, until } from './attacked.js'
import { type Attack, attack, babbler, dawdler, flooder, guesser, idler, junker } from './attackers.js'

it('a bot answers every delivery during all attacks and 100 MB of junk at once, in bounded memory', async () => {
  const { port, talk } = await bakery()
  const kinds = [idler, dawdler, guesser, junker, flooder, babbler]
  const attacks: Attack[] = kinds.map((kind) => attack(port, kind === idler ? 50 : 8, kind, 1_000))
  const sent = () => attacks.reduce((sum, one) => sum + one.sent, 0)
  const before = process.memoryUsage().arrayBuffers
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
  }, 20)
  expect((await talk(20)).sort()).toEqual(answersTo(20))
  await until(() => sent() > 100 * 2 ** 20)
  clearInterval(watch)
  await Promise.all(attacks.map((one) => one.stop()))
  // The attackers are in this process too, each with what it is about to send.
  expect(peak).toBeLessThan(160 * 2 ** 20)
})
