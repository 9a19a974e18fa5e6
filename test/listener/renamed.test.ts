import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { type Village, village } from './village.js'

const bot = () =>
  new Bot()
    .command('status', { description: 'Status' }, () => 'all fine')
    .onReaction((ctx) => `${ctx.sender.name}: ${ctx.reaction.emojiName}`)

/** Calls the API as the owner. */
async function call({ simulator }: Village, method: string, path: string, params: Readonly<Record<string, string>>) {
  const { email, apiKey } = simulator.credentials('Desdemona')
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  const body = new URLSearchParams(params)
  const response = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, body })
  expect(await response.json()).toMatchObject({ result: 'success' })
}

const renameBot = (place: Village, to: string) =>
  call(place, 'PATCH', `/bots/${place.simulator.realm.account('Ear').id}`, { full_name: to })

const saidBy = ({ simulator }: Village, id: number) =>
  simulator
    .messages({ channel: 'Verona', topic: 'bread' })
    .filter(({ sender_id }) => sender_id === id)
    .map(({ content }) => content)

describe('a listening bot that is renamed', () => {
  it.each([0, 150, undefined])('answers to its new name on a server of level %s', async (featureLevel) => {
    const place = await village(featureLevel === undefined ? {} : { featureLevel })
    const { listen, say, settle, simulator } = place
    const { id } = simulator.realm.account('Ear')
    listen(bot())
    await settle()
    say('@**Ear** status')
    await settle()
    await renameBot(place, 'Giphy')
    say('@**Giphy** status')
    say(`@**Giphy|${id}** status`)
    await settle()
    expect(saidBy(place, id)).toEqual(['all fine', 'all fine', 'all fine'])
  })

  it("doesn't answer to its old name", async () => {
    const place = await village()
    const { listen, say, settle, simulator } = place
    const { id } = simulator.realm.account('Ear')
    listen(bot())
    await settle()
    await renameBot(place, 'Giphy')
    simulator.addBot({ full_name: 'Ear', type: 'generic' })
    say('@**Ear** status')
    await settle()
    expect(saidBy(place, id)).toEqual([])
  })

  it('answers to its new name if the rename happened while its event queue was lost', async () => {
    const place = await village()
    const { listen, say, settle, simulator } = place
    const { id } = simulator.realm.account('Ear')
    const process = listen(bot())
    await settle()
    process.unplug()
    await simulator.advance('1h')
    await renameBot(place, 'Giphy')
    process.plugIn()
    await simulator.advance('2m')
    say('@**Giphy** status')
    await settle()
    expect(saidBy(place, id)).toEqual(['all fine'])
  })
})

it('a renamed user has the new name in the next event', async () => {
  const place = await village()
  const { listen, say, said, settle, simulator } = place
  listen(bot())
  await settle()
  const message = say('hello')
  const react = (emoji_name: string) => {
    const { email, apiKey } = simulator.credentials(simulator.realm.account('cordelia@example.com').id)
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const body = new URLSearchParams({ emoji_name })
    return simulator.fetch(`${simulator.url}/api/v1/messages/${message}/reactions`, { method: 'POST', headers, body })
  }
  const name = simulator.realm.account('cordelia@example.com').full_name
  await react('bread')
  await settle()
  const { id } = simulator.realm.account('cordelia@example.com')
  await call(place, 'PATCH', `/users/${id}`, { full_name: 'Cordelia the Baker' })
  await react('tada')
  await settle()
  expect(said()).toEqual([`${name}: bread`, 'Cordelia the Baker: tada'])
})
