import { describe, expect, it } from 'vitest'
import { bridgeBot } from './bridge.js'
import { onStage, settings } from './stage.js'

const place = { channel: 'kitchen', topic: 'bridge' }

describe.each(settings)('a bridge with files, by $by at level $level', (setting) => {
  it('carries text and files both ways, and edits and deletions where the server tells them', async () => {
    const bot = bridgeBot()
    await using stage = await onStage(bot, setting)
    const iago = stage.as('iago')
    stage.say('bridge', place, { isCalled: true })
    await stage.sees('Bridged.', place)
    const { shown } = bot.other
    const texts = () => [...shown.values()].map(({ text }) => text.replace('@Echo ', ''))

    const { uri } = (await iago.files.upload({ file: new File(['rye'], 'list.txt') })) as { readonly uri: string }
    stage.simulator.faults.add('the next call of messages.send answers 429 with Retry-After 1s')
    const first = stage.say(`Look at [list.txt](${uri})`, place)
    await stage.until(() => shown.size === 1)
    expect([...shown.values()][0]?.files).toEqual(['list.txt'])

    const seen = { type: 'file', name: 'seen.txt', fetchData: async () => Buffer.from('seen') } as const
    await stage.meanwhile(bot.other.write('Seen', [seen]))
    await stage.sees('**Test User:** Seen\n\n[seen.txt](/seen.txt)', place)

    await stage.restart()
    const second = stage.say('Two loaves', place)
    await stage.until(() => shown.size === 2)
    await iago.messages.edit({ message_id: second, content: 'Three loaves' })
    await iago.messages.delete({ message_id: first })
    // The next message comes after both, so by now the bot has what it gets.
    stage.say('Done', place)
    await stage.until(() => texts().some((text) => text.endsWith('Done')))
    const bothWays = ['Iago: Three loaves', 'Iago: Done']
    const byWebhook = ['Iago: Look at list.txt', 'Iago: Two loaves', 'Iago: Done']
    expect(texts()).toEqual(setting.by === 'events' ? bothWays : byWebhook)
  })
})
