import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeInto, earshot } from '../inProcess.js'
import { earshotOnTerminal, inShell, whyNoTerminal } from '../process.js'
import { simulated } from '../simulated.js'

let here: Awaited<ReturnType<typeof simulated>>
const folder = mkdtempSync(join(tmpdir(), 'earshot-call-'))
beforeAll(async () => {
  here = await simulated()
})
afterAll(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

const call = (...args: string[]) => earshot(['call', ...args], { environment: here.environment })
changeInto(folder)
const colour = '\u001b['

describe('earshot call', () => {
  it('prints a response as text, JSON or a table, without colours in a pipe', async () => {
    const [plain, json, table] = await Promise.all([
      call('users.getByEmail', 'email=iago@example.com'),
      call('users.getByEmail', 'email=iago@example.com', '--json'),
      call('streams.list', '--table', '--as', 'hamlet'),
    ])
    expect(plain).toMatchObject({ code: 0, err: '', out: expect.stringContaining('  full_name: Iago\n') })
    expect(JSON.parse(json.out)).toMatchObject({ result: 'success', msg: '', user: { full_name: 'Iago' } })
    expect(table.out).toMatch(/^stream_id +name +description/)
    expect(plain.out + table.out).not.toContain(colour)
  })

  it('exits with 1 for a refusal and with 2 for invalid arguments', async () => {
    const [refused, slip, unknown] = await Promise.all([
      call('streams.deleteTopic', 'stream_id=1', 'topic_name=x', '--as', 'hamlet', '--json'),
      call('streams.deleteTopic', 'stream_id=x', 'topic=lunch'),
      call('streams.deleteTopik', '--json'),
    ])
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.out)).toEqual({
      result: 'error',
      msg: 'Must be an organization administrator',
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect(slip).toMatchObject({ code: 2, out: '' })
    expect(slip.err).toMatch(/stream_id must be a whole number.*has no parameter topic\b.*topic_name is missing/)
    expect(unknown.code).toBe(2)
    expect(JSON.parse(unknown.out)).toMatchObject({ result: 'error', code: 'usage' })
    for (const { err } of [refused, slip, unknown]) expect(err).not.toMatch(/\n +at /)
  })

  it('repeats a topic deletion as the owner and prints its progress', async () => {
    here.simulator.say('iago', { channel: 'general', topic: 'old' }, 'gone soon')
    const { code, out, err } = await call(
      'streams.deleteTopic',
      'stream_id=1',
      'topic_name=old',
      '--as',
      'owner',
      '--json',
    )
    expect([code, JSON.parse(out)]).toEqual([0, { result: 'success', msg: '', complete: true }])
    expect(err).toMatch(/^1 request, \d+\.\d s: all messages are deleted\n$/)
  })

  it('prints the request with --dry-run, without the key and without sending it', async () => {
    const { apiKey } = here.simulator.credentials('iago')
    const send = ['messages.send', 'type=channel', 'to=general', 'topic=never', 'content=@**Echo** hi', '--as', 'iago']
    const { code, out, err } = await call(...send, '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain(`POST ${here.url}/api/v1/messages\n`)
    expect(out).toContain('authorization: Basic ***\n')
    expect(out).toContain('content=%40**Echo**+hi')
    expect(out + err).not.toContain(apiKey)
    expect(out + err).not.toContain(btoa(`iago@example.com:${apiKey}`))
    const { out: topics } = await call('streams.listTopics', 'stream_id=1', '--json')
    expect(topics).not.toContain('never')
  })

  it('uploads a file, and reads text from a file or standard input', async () => {
    writeFileSync(join(folder, 'menu.txt'), 'Rye bread')
    const [uploaded, rendered] = await Promise.all([
      call('files.upload', 'file=@menu.txt'),
      earshot(['call', 'messages.render', 'content=@-'], { environment: here.environment, input: '**bold**' }),
    ])
    expect(uploaded).toMatchObject({ code: 0, out: expect.stringContaining('filename: menu.txt') })
    expect(rendered.out).toContain('<strong>bold</strong>')
  })

  it('uses credentials from a file without token, as bot or owner', async () => {
    const { email, apiKey } = here.simulator.credentials('echo')
    const owner = here.simulator.credentials('iago')
    const ini = `[api]\nemail=${email}\nkey=${apiKey}\nsite=${here.url}\nowner_email=${owner.email}\nowner_key=${owner.apiKey}\n`
    writeFileSync(join(folder, 'rc'), ini, { mode: 0o600 })
    const [bot, asOwner, nobody] = await Promise.all([
      call('users.me', '--config', 'rc', '--json'),
      call('users.me', '--config', 'rc', '--as', 'owner', '--json'),
      call('users.me', '--config', 'rc', '--as', 'hamlet'),
    ])
    expect([JSON.parse(bot.out).full_name, JSON.parse(asOwner.out).full_name]).toEqual(['Echo', 'Iago'])
    expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('--as hamlet needs a simulator') })
  })

  it.each([
    ['no credentials', [], /EARSHOT_SITE/, 2],
    [
      'a simulator that is not there',
      ['--simulator', 'http://127.0.0.1:1'],
      /No simulator is running .* nothing answers.*earshot simulate/,
      1,
    ],
    ['a simulator that has no address', ['--simulator', 'a b'], /simulator's address .* is invalid/, 2],
    ['two servers', ['--simulator', 'http://127.0.0.1:1', '--site', 'https://x.example'], /Two servers were given/, 2],
    ['an unknown option', ['--jsn'], /unknown option '--jsn'\n\(Did you mean --json\?\)/, 2],
    ['JSON and a table', ['--json', '--table'], /--json and --table can't be combined/, 2],
  ] as const)('fails with an explanation for %s', async (_, flags, sentence, code) => {
    const result = await earshot(['call', 'users.me', ...flags])
    expect(result.err).toMatch(sentence)
    expect(result.code).toBe(code)
  })

  it.each([
    [['users.list', '--table', 'full_name,role']],
    [['--table', 'full_name,role', 'users.list', 'client_gravatar=false']],
  ])('prints the chosen columns for %j', async (args) => {
    const { code, out } = await call(...args)
    expect([code, out]).toEqual([0, expect.stringMatching(/^full_name +role\nDesdemona +100\n/)])
  })

  it.each([[['--table', 'users.list', 'client_gravatar=false']], [['users.list', '--table', 'client_gravatar=false']]])(
    'takes what is no column for what it is in %j',
    async (args) => {
      const { code, out, err } = await call(...args)
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(/^user_id /)
    },
  )

  it('describes an endpoint, lists all, and handles a closed pipe', async () => {
    const [help, list, cut, general] = await Promise.all([
      earshot(['call', 'streams.deleteTopic', '--help']),
      earshot(['call', '--list', '--json']),
      inShell('earshot call --list | head -1; echo $PIPESTATUS'),
      earshot(['call', '-h']),
    ])
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toMatch(/administrators[\s\S]*stream_id +whole number; needed; in the path[\s\S]*211/)
    const names = (JSON.parse(list.out) as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)))
    expect(JSON.parse(list.out)).toContainEqual(expect.objectContaining({ name: 'users.me', method: 'GET' }))
    expect([cut.err, cut.out.split('\n').length]).toEqual(['', 3])
    expect(general.out).toContain('Usage: earshot call <endpoint> [key=value ...]')
  })
})

const noTerminal = whyNoTerminal()
describe('earshot call on a terminal', () => {
  it.skipIf(noTerminal !== undefined)(
    `has colours and shows progress${noTerminal ? ` (left out: ${noTerminal})` : ''}`,
    async () => {
      here.simulator.say('iago', { channel: 'general', topic: 'older' }, 'gone soon')
      const deleteTopic = ['call', 'streams.deleteTopic', 'stream_id=1', 'topic_name=older']
      const { environment } = here
      const [deleted, coloured, plain] = await Promise.all([
        earshotOnTerminal(deleteTopic, { environment }),
        earshotOnTerminal(['call', 'zzz'], { environment }),
        earshotOnTerminal(['call', 'zzz'], { environment: { ...environment, NO_COLOR: '1' } }),
      ])
      expect(deleted).toMatchObject({ code: 0, out: expect.stringContaining('1 request, ') })
      expect([coloured.code, plain.code]).toEqual([2, 2])
      expect(coloured.out).toContain(`${colour}31mearshot call:`)
      expect(plain.out).not.toContain(colour)
    },
  )
})
