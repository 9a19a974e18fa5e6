import { describe, expect, it } from 'vitest'
import { onStage, settings } from './stage.js'
import { supportBot } from './support.js'

const place = { channel: 'kitchen', topic: 'oven' }

describe.each(settings)('a support bot with subscriptions, by $by at level $level', (setting) => {
  it('opens a ticket, notes what follows over a restart, and closes it', async () => {
    await using stage = await onStage(supportBot(), setting)
    const { simulator } = stage
    stage.say('the oven is cold', place, { isCalled: true })
    await stage.sees('Ticket 1 for @**|8**.', place)
    simulator.faults.add('every second call of messages.send answers 429 with Retry-After 1s')
    stage.say('since Monday', place)
    await stage.sees('Noted (1): since Monday', place)
    await stage.restart()
    stage.say('the light is on', place)
    await stage.sees('Noted (2): the light is on', place)
    stage.say('close', place)
    await stage.sees('Ticket 1 is closed.\n\n* since Monday\n* the light is on', place)
    // By webhook each message mentions the bot, which opens another ticket.
    stage.say('and now?', place)
    const other = { ...place, topic: 'mixer' }
    stage.say('another one', other, { isCalled: true })
    await stage.sees(`Ticket ${setting.by === 'webhook' ? 3 : 2} for @**|8**.`, other)
    expect(stage.answers(place).filter((answer) => answer.startsWith('Noted'))).toHaveLength(2)
  })

  it('goes on in a renamed topic', async () => {
    await using stage = await onStage(supportBot(), setting)
    const first = stage.say('the oven is cold', place, { isCalled: true })
    await stage.until(() => stage.answers(place).length === 1)
    const renamed = { ...place, topic: '✔ oven' }
    await stage.as('iago').messages.edit({ message_id: first, topic: renamed.topic, propagate_mode: 'change_all' })
    stage.say('it is warm', renamed)
    const by = { events: 'Noted (1): it is warm', webhook: 'Ticket 2 for @**|8**.' }
    await stage.sees(by[setting.by], renamed)
    expect(stage.answers(place)).toEqual([])
  })
})
