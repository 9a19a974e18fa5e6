import { describe, expect, it } from 'vitest'
import { stage } from './stage.js'

const open = stage()

/** A simulator of a level, and what it says of the body that it posts when that is edited. */
async function editing(featureLevel?: number) {
  const controlled = open({ ...(featureLevel !== undefined && { featureLevel }) })
  const { simulator, control, mention } = controlled
  simulator.connect('echo', () => Response.json({}))
  await mention()
  const { body } = await control('GET', '/deliveries/1')
  const text = JSON.stringify(JSON.parse((body.request as { body: string }).body), null, 2)
  const check = async (written: string) =>
    (await control('POST', '/deliveries/check', { bot: 'echo', body: written })).body
  const lineOf = (part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1
  return { ...controlled, text, check, lineOf }
}

describe('a body that is checked before it is sent', () => {
  it('has nothing wrong with it as the server wrote it, at any level', async () => {
    for (const level of [0, 163, 364, 496]) {
      const { text, check } = await editing(level)
      expect(await check(text)).toEqual({ featureLevel: level, problems: [] })
    }
  })

  it.each([
    ['{\n  "token": "a",\n}', 3, 1, 'is not JSON (Expected double-quoted property name'],
    ['{"a": 1', 1, 8, "is not JSON (Expected ',' or '}' after property value"],
    ["{\n\t'a': 1}", 2, 2, "is not JSON (Expected property name or '}'"],
    ['', 1, 1, 'is not JSON (Unexpected end of JSON input)'],
  ])('is no JSON: %j', async (written, line, column, says) => {
    const { check } = await editing()
    expect((await check(written)).problems).toEqual([
      { weight: 'refused', line, column, path: '', says: expect.stringContaining(says) },
    ])
  })

  it('is refused by receivers where they cannot act on it, and says where', async () => {
    const { text, check, lineOf } = await editing()
    const { problems } = await check(text.replace(/"sender_id": \d+/, '"sender_id": "ten"'))
    expect(problems).toMatchObject([
      { weight: 'refused', path: 'message.sender_id', line: lineOf('"sender_id"'), column: 5 },
    ])
  })

  it.each(['null', '[]', '7', '"text"', '{}', '{"message": null}'])('is refused when it is %s', async (written) => {
    const { check } = await editing()
    const { problems } = await check(written)
    expect(problems).not.toEqual([])
    expect((problems as { weight: string }[]).every(({ weight }) => weight === 'refused')).toBe(true)
  })

  it('has fields that receivers drop, and fields that no server sends', async () => {
    const { text, check, lineOf } = await editing()
    const edited = text
      .replace('"client": "website"', '"client": 7')
      .replace('"trigger":', '"colour": "red",\n  "trigger":')
    expect((await check(edited)).problems).toMatchObject([
      { weight: 'dropped', path: 'message.client', line: lineOf('"client"') },
      { weight: 'unusual', path: 'colour', says: 'is not a known field' },
    ])
  })

  it('speaks of the level that the server has', async () => {
    const { simulator, control, text, check } = await editing()
    simulator.say('hamlet', { to: ['echo'] }, 'psst')
    await simulator.idle()
    const { body } = await control('GET', '/deliveries/2')
    const direct = (body.request as { body: string }).body
    expect((await check(direct)).problems).toEqual([])
    simulator.setFeatureLevel(163)
    expect((await check(direct)).problems).toMatchObject([
      { weight: 'unusual', path: 'trigger', says: expect.stringContaining('"private_message"') },
    ])
    const moved = text.replace('"subject":', '"last_moved_timestamp": 1,\n    "subject":')
    expect((await check(moved)).problems).toMatchObject([
      { path: 'message.last_moved_timestamp', says: 'is not sent by a server of level 163' },
    ])
  })

  it('knows whom it is for', async () => {
    const { control, text, check } = await editing()
    const edited = text.replace('********', 'other').replace(/"bot_email": "[^"]+"/, '"bot_email": "a@example.com"')
    expect((await check(edited)).problems).toMatchObject([
      { path: 'bot_email', weight: 'unusual' },
      { path: 'token', weight: 'refused', says: 'is not the token of Echo' },
    ])
    expect((await control('POST', '/deliveries/check', { body: edited })).body.problems).toEqual([])
    expect((await control('POST', '/deliveries/check', { bot: 'nobody', body: edited })).status).toBe(404)
  })

  it('finds its place behind texts that look like JSON, and in lists', async () => {
    const { check } = await editing()
    const hostile =
      '{"bot_email": "{\\"message\\": [", "trigger": "mention", "token": "}",\n "message": {"type": "private", "id": 1, "sender_id": 1, "sender_email": "a", "content": "]",\n "display_recipient": [{"id": 1, "email": "a", "full_name": "b"},\n  {"id": 1.5, "email": "a", "full_name": "b"}]}}'
    expect((await check(hostile)).problems).toMatchObject([
      { path: 'message.display_recipient[1].id', line: 4, column: 4, weight: 'refused' },
    ])
  })
})
