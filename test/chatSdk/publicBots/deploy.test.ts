import { describe, expect, it } from 'vitest'
import { deployBot } from './deploy.js'
import { onStage, settings } from './stage.js'

const place = { channel: 'kitchen', topic: 'releases' }

describe.each(settings)('a deployment bot in an Express app, by $by at level $level', (setting) => {
  it('asks by a card, works while the server limits calls, and tells in the card how it went', async () => {
    const bot = deployBot()
    await using stage = await onStage(bot, setting)
    stage.simulator.faults.add('every third call of messages.send answers 429 with Retry-After 1s')
    stage.say('/deploy', place, { isCalled: true })
    await stage.sees('Which version, Iago? Write `/deploy v2`.', place)
    stage.say('/deploy v2', place, { isCalled: true })
    await stage.until(() => stage.answers(place).length === 3)
    expect(stage.answers(place)[1]).toBe('**Deploy v2**\n\n**Asked by**: Iago\n**Version**: v2')
    await stage.restart()
    stage.say('Production', place, { isCalled: true })
    await stage.sees('Deployed to **production**.', place)
    await stage.until(() => reactions(stage).length === 1)
    expect(bot.deployed).toEqual(['production'])
    if (setting.by === 'events') {
      const deployed = stage.simulator.messages(place).at(-1)
      stage.simulator.react('hamlet', deployed?.id ?? 0, 'rocket')
      await stage.sees('Liftoff, Hamlet!', place)
    }
  })
})

const reactions = (stage: Awaited<ReturnType<typeof onStage>>) =>
  stage.simulator.messages(place).flatMap(({ reactions }) => reactions)
