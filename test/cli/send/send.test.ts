import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earshot } from '../inProcess.js'
import { earshotOnTerminal, whyNoTerminal } from '../process.js'
import { simulated } from '../simulated.js'

let here: Awaited<ReturnType<typeof simulated>>
beforeAll(async () => {
  here = await simulated()
})
afterAll(() => here.close())

const send = (args: readonly string[], input = '') =>
  earshot(['send', ...args], { environment: here.environment, input })

describe('earshot send', () => {
  // Each as a person of its own, since a bot may answer in direct messages too. Most of the time they wait for a further answer.
  it.concurrent('sends to the only connected bot and prints the reply', async () => {
    const { code, out, err } = await send(['hello'])
    expect([code, out]).toEqual([0, 'Echo: Privately: hello\n'])
    expect(err).toMatch(/^Sent to Echo as message \d+\.\n$/)
  })

  it.concurrent('prints all replies in order', async () => {
    expect(await send(['twice', '--as', 'iago', '--to', 'echo'])).toMatchObject({
      code: 0,
      out: 'Echo: first\n  and more\nEcho: second\n',
    })
  })

  it.concurrent('mentions the bot in a channel, reads standard input and prints JSON', async () => {
    const { code, out } = await send(
      ['-', '--as', 'othello', '--to', 'Echo', '--channel', 'general', '--topic', 'lunch', '--json'],
      'soup\n',
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      id: expect.any(Number),
      answers: [{ sender_full_name: 'Echo', type: 'stream', content: 'You said: soup' }],
    })
  })

  it.concurrent('refuses to write to the account that sends', async () => {
    const { simulator } = here
    const { email, apiKey, site } = simulator.credentials('Echo')
    const { code, err } = await earshot(['send', 'hello', '--to', 'echo'], {
      environment: { EARSHOT_SITE: String(site), EARSHOT_EMAIL: email, EARSHOT_API_KEY: apiKey },
    })
    expect(code).toBe(2)
    expect(err).toContain('Echo would write to itself. Add --simulator URL')
  })

  it.concurrent("exits with 1 if the bot doesn't reply or wasn't called", async () => {
    const [quiet, unasked] = await Promise.all([
      send(['quiet', '--as', 'hamlet', '--to', 'echo', '--wait', '2']),
      send(['Nobody hears this', '--channel', 'general', '--topic', 'bread']),
    ])
    expect(quiet).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Echo got the message, but posted no answer within 2 s'),
    })
    expect(unasked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('nothing was posted to any bot') })
  })

  it.concurrent('waits for a reply that is posted long after the delivery was acknowledged', async ({ expect }) => {
    const { simulator } = here
    const looks = () =>
      simulator.journal
        .read({ limit: 10_000, kinds: ['call'] })
        .entries.filter(
          (one) => one.kind === 'call' && one.endpoint === 'messages.list' && one.caller?.full_name === 'Cordelia',
        ).length
    const before = looks()
    const sent = send(['quiet', '--as', 'cordelia', '--to', 'echo', '--wait', '120'])
    await Promise.race([sent, expect.poll(looks).toBeGreaterThan(before + 10)])
    simulator.say('echo', { to: ['cordelia'] }, 'Better late than never')
    expect(await sent).toMatchObject({ code: 0, out: 'Echo: Better late than never\n' })
  })

  const noTerminal = whyNoTerminal()
  it.skipIf(noTerminal !== undefined)(
    `has colours on a terminal${noTerminal ? ` (left out: ${noTerminal})` : ''}`,
    { concurrent: true },
    async () => {
      const { environment } = here
      const { code, out } = await earshotOnTerminal(['send', 'hello', '--as', 'desdemona'], { environment })
      expect([code, out]).toEqual([0, expect.stringContaining('\u001b[36mEcho:\u001b[39m Privately: hello')])
    },
  )

  it("exits with 1 if the bot can't be reached", async () => {
    here.simulator.connect('echo', 'http://127.0.0.1:1')
    const broken = await send(['hi', '--to', 'echo'])
    here.simulator.connect('echo', here.bot)
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('Echo could not answer') })
  })

  it('exits at once with --wait 0', async () => {
    expect(await send(['hello', '--wait', '0', '--json'])).toMatchObject({ code: 0 })
  })

  it.each([
    [['hi', '--to', 'zzz'], 'Nobody is called "zzz"'],
    [['hi', '--as', 'hamlt'], 'Did you mean Hamlet?'],
    [['hi', '--channel', 'general'], 'Name the topic in "general" with --topic.'],
    [['hi', '--topic', 'lunch'], 'Name the channel of "lunch" with --channel.'],
    [['hi', '--to', '#kitchen > the rye'], "Give it as --channel kitchen --topic 'the rye'."],
    [['-'], 'There is nothing to send'],
    [['hi', '--wait', 'long'], 'Give a number of seconds, at most 2147483.'],
    [[], "missing required argument 'text'"],
  ])('exits with 2 for %j', async (args, sentence) => {
    const { code, out, err } = await send(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(sentence)
  })
})
