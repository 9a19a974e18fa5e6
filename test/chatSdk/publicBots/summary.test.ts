import { describe, expect, it } from 'vitest'
import { onStage, settings } from './stage.js'
import { summaryBot } from './summary.js'

const place = { channel: 'kitchen', topic: 'plans' }

describe.each(settings)('a summary bot in a Next.js route, by $by at level $level', (setting) => {
  it('reads the thread, edited and without what was deleted, in a job of its own', async () => {
    const bot = summaryBot()
    await using stage = await onStage(bot, setting)
    const { simulator } = stage
    simulator.say('hamlet', place, 'Rye on Monday')
    const second = simulator.say('iago', place, 'Spelt on Tuseday')
    const third = simulator.say('hamlet', place, 'Nothing on Wednesday')
    await stage.as('iago').messages.edit({ message_id: second, content: 'Spelt on Tuesday' })
    await stage.as('iago').messages.delete({ message_id: third })
    simulator.faults.add('every second call of messages.list answers 429 with Retry-After 1s')
    stage.say('summarise', place, { isCalled: true })
    await stage.sees(
      '## Summary\n\n| who | what |\n| --- | --- |\n| Hamlet | Rye on Monday |\n| Iago | Spelt on Tuesday |',
      place,
    )
    await stage.restart()
    stage.say('who is here', place, { isCalled: true })
    await stage.sees('* Iago\n* Hamlet', place)
    expect(bot.jobs).toHaveLength(1)
  })
})
