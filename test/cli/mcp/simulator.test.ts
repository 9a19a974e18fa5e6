import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject, type Project } from '../project.js'
import { connected } from './connected.js'

const before = process.cwd()
let project: Project
beforeEach(() => {
  project = createProject()
  process.chdir(project.folder)
})
afterEach(() => {
  process.chdir(before)
  project.remove()
})

const tea = `import { Bot } from 'earshot'
export const bot = new Bot()
bot.command('tea <kind>', { description: 'Make tea' }, async (ctx) => {
  await ctx.client.reactions.add({ message_id: ctx.message.id, emoji_name: 'tada' })
  return 'Here is ' + ctx.args.kind + '.'
})
bot.command('ask', { description: 'Ask' }, async (ctx) => 'So: ' + (await ctx.ask('Milk?', { choices: ['yes', 'no'] })))
bot.every('day at 9:00', { timezone: 'UTC' }, async (ctx) => void (await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'Kettle on.')))
bot.command('break', { description: 'Fail' }, () => {
  throw new Error('The pot broke')
})
`

describe('earshot mcp for a bot', () => {
  it('neither runs nor reads a file outside of the project, by a link either', async () => {
    const agent = await connected()
    symlinkSync('/etc/passwd', join(project.folder, 'link.mjs'))
    symlinkSync('/etc', join(project.folder, 'etc'))
    const outside = [
      '../../../etc/passwd',
      '/etc/passwd',
      '/etc/nothing',
      'link.mjs',
      'etc/passwd',
      'etc/../../x.mjs',
      '..',
    ]
    for (const path of outside) {
      for (const [tool, args] of [
        ['start', { file: path }],
        ['start', { file: project.write('bot.mjs', tea), organisation: path }],
        ['run_transcripts', { files: [path] }],
        ['run_transcripts', { bot: path }],
        ['explore', { file: path, runs: 1 }],
      ] as const) {
        expect(await agent.refusal(tool, args), `${tool} ${JSON.stringify(args)}`).toContain('outside of the project')
      }
    }
    symlinkSync('/etc/passwd', join(project.folder, 'led-out.chat'))
    expect(await agent.refusal('run_transcripts')).toContain('outside of the project')
    for (const path of ['bot.mjs\0', 'x'.repeat(100_000), '', 'nothing.mjs'])
      expect(await agent.refusal('start', { file: path })).not.toContain('It was not refused')
  })

  it('starts a bot, sends messages, presses buttons, advances time and reads', async () => {
    const agent = await connected()
    const started = await agent.get('start', { file: project.write('bot.mjs', tea) })
    expect(started).toMatchObject({
      bot: 'Echo',
      mention: '@**Echo**',
      speaker: 'Hamlet',
      people: expect.arrayContaining(['Iago (administrator)']),
      channels: expect.arrayContaining(['kitchen']),
    })

    const said = await agent.get('say', { text: '@**Echo** tea green', channel: 'kitchen', topic: 'lunch', as: 'Iago' })
    expect(said).toEqual({
      messages: [
        expect.objectContaining({ from: 'Iago', in: '#kitchen > lunch', reactions: ['tada'] }),
        expect.objectContaining({ from: 'Echo', in: '#kitchen > lunch', content: 'Here is green.' }),
      ],
      calls: [expect.objectContaining({ endpoint: 'reactions.add', status: 200 })],
    })

    const group = await agent.get('say', { text: 'tea green', with: ['Cordelia'] })
    expect(group.messages[0].in).toBe('direct: Hamlet, Cordelia, Echo')

    const asked = await agent.get('say', { text: 'ask' })
    expect(asked.messages[1]).toMatchObject({ content: 'Milk?', buttons: ['yes', 'no'] })
    const pressed = await agent.get('act', { action: 'press', value: 'no' })
    expect(pressed.messages[1]).toMatchObject({ content: 'So: no' })

    const { messages } = await agent.get('advance', { by: '1d' })
    expect(messages).toContainEqual(expect.objectContaining({ in: '#kitchen > lunch', content: 'Kettle on.' }))
    expect(await agent.get('read', { as: 'Hamlet', limit: 1 })).toMatchObject({
      messages: [{ content: 'So: no' }],
      of: 4,
    })
  })

  it("explains why a bot wasn't called or what happened to a delivery", async () => {
    const agent = await connected({}, { file: project.write('bot.mjs', tea) })
    await agent.get('start')
    const silent = await agent.get('say', { text: 'tea green', channel: 'kitchen' })
    expect(silent.notCalled).toBe('It does not mention Echo; write @**Echo** anywhere in it.')
    expect(await agent.get('why', { message: silent.messages[0].id })).toMatchObject({
      triggered: false,
      because: 'no mention',
      deliveries: [],
    })
    const failed = await agent.get('say', { text: 'break' })
    expect(failed.log.join('\n')).toContain('The pot broke')
    expect(await agent.get('why', { message: failed.messages[0].id })).toMatchObject({
      triggered: true,
      deliveries: [{ outcome: 'replied' }],
      log: expect.arrayContaining([expect.objectContaining({ route: 'command break' })]),
    })
    expect(await agent.refusal('why', { message: 999_999 })).toContain('There is no message 999999')
  })

  it('sets faults, restarts the bot and provides the journal', async () => {
    const agent = await connected({}, { file: project.write('bot.mjs', tea) })
    await agent.get('start')
    await agent.get('set_faults', { faults: ['the next call of reactions.add answers 503'] })
    const { tools } = await agent.client.listTools()
    const examples =
      tools.find(({ name }) => name === 'set_faults')?.description?.match(/(?<=`)[^`]+ \d\w*(?=`)/g) ?? []
    expect((await agent.get('set_faults', { faults: examples })).faults).toHaveLength(3)
    await agent.get('set_faults', { faults: ['the next call of reactions.add answers 503'] })
    expect(await agent.refusal('set_faults', { faults: ['every call answers 500', 'gremlins'] })).toContain('gremlins')
    const { faults } = await agent.get('set_faults')
    expect(faults).toMatchObject([{ fired: 0, remaining: 1 }])
    const { log } = await agent.get('say', { text: '@**Echo** tea green', channel: 'kitchen' })
    expect(log.join('\n')).toContain('HTTP 503')
    expect((await agent.get('set_faults', { faults: [] })).faults).toEqual([])

    project.write('bot.mjs', tea.replace('Here is', 'Freshly brewed:'))
    await agent.get('restart')
    const { messages } = await agent.get('say', { text: '@**Echo** tea green', channel: 'kitchen' })
    expect(messages[1].content).toBe('Freshly brewed: green.')

    const { entries } = await agent.get('journal', { kinds: ['delivery'] })
    expect(entries.length).toBeGreaterThan(1)
    expect(JSON.parse(await agent.read('earshot://journal')).next).toBeGreaterThan(entries.length)
  })

  it('plays transcripts and updates them', async () => {
    const agent = await connected({}, { file: project.write('bot.mjs', tea) })
    const file = project.write('tea.chat', '# kitchen > lunch\nIago: @**Echo** tea green\nEcho: Coffee.\n')
    const failed = await agent.get('run_transcripts', { files: [file] })
    expect(failed).toMatchObject({
      passed: false,
      results: [{ line: 2, diff: expect.stringContaining('Here is green.') }],
    })
    expect(await agent.get('run_transcripts', { files: [file], update: true })).toMatchObject({ passed: true })
    expect(await agent.get('run_transcripts', { files: [file], levels: [39, 496] })).toMatchObject({
      results: [{ level: 496 }, { level: 39 }],
    })
    expect(await agent.refusal('run_transcripts', { files: [join(project.folder, 'none.chat')] })).toContain(
      'There is no',
    )
  })

  it('explores a bot', async () => {
    const agent = await connected()
    const report = await agent.get('explore', { file: project.write('bot.mjs', tea), seed: 1, runs: 20 })
    expect(report).toMatchObject({ seed: 1, conversations: 20, commands: { break: expect.any(Number) } })
    const [finding] = report.findings
    expect(finding).toMatchObject({ rule: 'no crash', what: expect.stringContaining('The pot broke') })
    const file = project.write('break.chat', finding.transcript)
    expect(await agent.get('run_transcripts', { files: [file] })).toMatchObject({ passed: false })
    expect(await agent.refusal('explore')).toContain('Give the path of its file')
  })

  it('runs at another level, by events, with a custom organisation', async () => {
    const agent = await connected({}, { file: project.write('bot.mjs', tea) })
    const organisation = project.write('flat.yaml', 'name: The flat\nusers:\n  - full_name: Ada\n    role: owner\n')
    expect(await agent.get('start', { level: 176, by: 'events', bot: 'Kettle', organisation })).toMatchObject({
      featureLevel: 176,
      organisation: 'The flat',
      people: ['Ada (owner)'],
      mention: '@**Kettle**',
    })
    const { messages } = await agent.get('say', { text: 'ask' })
    expect(messages[1]).toMatchObject({ from: 'Kettle', content: expect.stringContaining('Milk?') })
    expect((await agent.get('why', { message: messages[0].id })).says).toContain('event queue')
  })

  it('explains what to do after an invalid call', async () => {
    const agent = await connected()
    for (const name of ['read', 'restart', 'journal', 'set_faults']) {
      expect(await agent.refusal(name)).toBe('No bot is running. Call the tool `start` with its file first.')
    }
    expect(await agent.refusal('start')).toContain('Give the path of its file as `file`')
    expect(await agent.refusal('start', { file: 'bot.mjs', port: 1 })).toContain('"port"')
    expect(await agent.refusal('say', { text: 'hi', to: 'Echo' })).toContain('"to"')
    expect(await agent.refusal('brew')).toContain('brew')
    await expect(agent.read('earshot://journal')).rejects.toThrow('Call the tool `start`')

    await agent.get('start', { file: project.write('bot.mjs', tea) })
    expect(await agent.refusal('say', { text: 'hi', as: 'Nobody' })).toContain('Nobody')
    expect(await agent.refusal('say', { text: 'hi', channel: 'attic' })).toContain('attic')
    expect(await agent.refusal('act', { action: 'press', value: 'yes' })).toContain('Hamlet')
    expect(await agent.refusal('advance', { by: 'a while' })).toContain('a while')
  })

  it('reports where a bot is broken and runs none', async () => {
    const agent = await connected()
    await agent.get('start', { file: project.write('bot.mjs', tea) })
    const syntax = project.write('syntax.mjs', 'export const bot = new Bot(\n')
    const throwing = project.write('throwing.mjs', "throw new Error('No beans')\n")
    const several = project.write(
      'several.mjs',
      "import { Bot } from 'earshot'\nexport const rota = new Bot()\nexport const menu = new Bot()\n",
    )
    expect(await agent.refusal('start', { file: syntax })).toContain('syntax.mjs')
    expect(await agent.refusal('start', { file: throwing })).toContain('throwing.mjs:1: No beans')
    expect(await agent.refusal('start', { file: join(project.folder, 'none.mjs') })).toContain('There is no file')
    expect(await agent.refusal('start', { file: several })).toContain('several bots (rota, menu)')
    expect(await agent.refusal('say', { text: 'hi' })).toContain('No bot is running')
    expect(await agent.get('start', { file: several, bot: 'menu' })).toMatchObject({ bot: 'menu' })
  })

  it('cuts long results and accepts long texts', async () => {
    const agent = await connected({}, { file: project.write('bot.mjs', tea) })
    await agent.get('start')
    const { messages } = await agent.get('say', { text: 'x'.repeat(1_000_000) })
    expect(messages[0].content.length).toBeLessThanOrEqual(10_000)
    for (let count = 0; count < 7; count += 1) await agent.get('say', { text: 'x'.repeat(10_000) })
    expect((await agent.call('read')).text).toMatch(/characters in all: ask for less\)$/)
  })

  it('provides the documentation and the contract', async () => {
    const agent = await connected()
    const { resources } = await agent.client.listResources()
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: 'earshot://docs/guides/testing', description: 'Testing a bot' }),
    )
    expect(await agent.read('earshot://docs/reference/transcripts')).toMatch(/^# /)
    expect(await agent.read('earshot://contract')).toContain('users.getByEmail')
    expect(await agent.read('earshot://contract/users.getByEmail')).toContain('Who may call it')
    await expect(agent.read('earshot://docs/..%2Fpackage')).rejects.toThrow('There is no page')
    await expect(agent.read('earshot://contract/users.getByMail')).rejects.toThrow('Did you mean users.getByEmail?')

    expect((await agent.call('find', { query: 'delete message' })).text).toContain('messages.delete (writes): ')
    expect((await agent.call('find', { query: 'messages.delete' })).text).toContain('message_id')
    expect((await agent.call('find', { query: 'brew coffee' })).text).toContain('No endpoint')
  })
})
