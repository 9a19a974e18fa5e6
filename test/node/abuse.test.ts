import { describe, expect, it } from 'vitest'
import { recordingLog } from '../receiver/kit.js'
import { answersTo, bakery, until } from './attacked.js'
import { attack, dawdler, guesser, idler } from './attackers.js'

describe('a bot answers every delivery during an attack', () => {
  it('by 300 idle connections, with at most 200 allowed', async () => {
    const { port, talk } = await bakery()
    const idlers = attack(port, 300, idler)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await idlers.stop()
  })

  it('by slow request bodies', async () => {
    const { port, talk } = await bakery()
    const slow = attack(port, 100, dawdler)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await slow.stop()
  })

  it('by a flood of wrong tokens, which soon gets 429 and few log lines', async () => {
    const { log, lines } = recordingLog()
    const { port, talk } = await bakery(log)
    const flood = attack(port, 8, guesser, 500)
    await until(() => (flood.statuses.get('429') ?? 0) > 20)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await flood.stop()
    expect(flood.statuses.get('200')).toBeUndefined()
    expect(lines.filter(({ level }) => level === 'warn').length).toBeLessThan(100)
  })
})
