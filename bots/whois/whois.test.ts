import { testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createWhois } from './bot.js'

const open = (featureLevel?: number) =>
  testBot(createWhois(), {
    account: 'Whois',
    simulator: {
      organisation: bakeryWith(bundledBots),
      clock: 'frozen',
      ...(featureLevel === undefined ? {} : { featureLevel }),
    },
  })
let chat: Awaited<ReturnType<typeof open>> | undefined
afterEach(() => chat?.close())

const lunch = { channel: 'kitchen', topic: 'lunch' }

async function ask(text: string, who = 'hamlet', level?: number): Promise<string | undefined> {
  chat = await open(level)
  const [reply] = await chat.as(who).say(`@**Whois** ${text}`, lunch)
  return reply?.content
}

describe('Whois', () => {
  it("shows a user's profile", async () => {
    const card = await ask('whois iago@example.com')
    expect(card?.split('\n')).toEqual([
      '**Iago**, administrator',
      'iago@example.com',
      expect.stringMatching(/^Joined on \d{1,2} \w+ \d{4}\.$/),
      'It is 06:00 there (Europe/Rome).',
      'Active now.',
    ])
  })

  it.each(['8', '@_**Iago|8**', '@_**iago**', 'Iago', 'iago@example.com'])('finds a person by %s', async (who) => {
    expect(await ask(`whois ${who}`)).toMatch(/^\*\*Iago\*\*, administrator\n/)
  })

  it('shows that an email address is hidden', async () => {
    expect(await ask('whois 17')).toMatch(/^\*\*Ophelia\*\*, member\nThe address is hidden\.\n/)
  })

  it.each([
    ['14', 'member, deactivated'],
    ['16', 'member, deleted'],
    ['20', 'bot'],
    ['13', 'guest'],
    ['7', 'owner'],
  ])('shows the kind of account of %s', async (who, kind) => {
    expect((await ask(`whois ${who}`))?.split('\n')[0]).toMatch(new RegExp(`, ${kind}$`))
  })

  it('marks an imported account', async () => {
    expect(await ask('whois 15')).toContain('Imported, and never logged in.')
  })

  it('replies that a user is unknown', async () => {
    for (const who of ['Falstaff', 'falstaff@example.com', '999']) {
      expect(await ask(`whois ${who}`)).toBe(`I know nobody by \`${who}\`. Give a name, an address or an ID.`)
      await chat?.close()
    }
  })

  it.each([
    ['is 10 in bakers', '**Hamlet** is in `bakers`.'],
    ['is othello@example.com in bakers', '**Othello** is in `bakers`, through a subgroup.'],
    ['is 9 in bakers', '**Shiva** is not in `bakers`.'],
    ['is 9 in 22', '**Shiva** is in `drivers`.'],
  ])('answers "%s"', async (question, answer) => {
    expect(await ask(question)).toBe(answer)
  })

  it('lists the groups for an unknown one', async () => {
    expect(await ask('is 9 in choir')).toMatch(/^There is no group `choir`\. There are: .*`bakers`/)
  })

  it('names the feature level that is required', async () => {
    expect(await ask('whois iago@example.com', 'hamlet', 38)).toBe(
      'This server is too old for that: it has feature level 38, and 39 is needed.',
    )
  })

  it('lists its commands', async () => {
    const help = await ask('help')
    expect(help).toContain('whois <who...>')
    expect(help).toContain('is <who> in <group...>')
  })
})
