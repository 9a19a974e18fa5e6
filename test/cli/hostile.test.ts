import { join } from 'node:path'
import { sqliteQueue } from 'earshot/node'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryWith } from '../queue/model.js'
import { steering } from '../text/steering.js'
import { earshot } from './inProcess.js'
import { createProject, type Project } from './project.js'

/** Colours a terminal, sets its title, overwrites a line, makes a link, and hides and turns text. */
const hostile = '\u001b[31m\u001b]0;title\u0007\u009b2J\rForged\u001b]8;;http://evil.example\u001b\\\u202eoven\u{e0041}'
let project: Project
let simulator: Simulator
let url = ''

beforeAll(async () => {
  project = createProject()
  simulator = createSimulator()
  url = (await simulator.serve({ port: 0 })).url
  project.write(
    'bot.mjs',
    `import { Bot } from 'earshot'\nexport const bot = new Bot({ name: ${JSON.stringify(`Echo${hostile}`)} }).onMention(({ text }) => { throw new Error(text) })\n`,
  )
  project.write(
    'odd.chat',
    `# kitchen > lunch\nIago: @**Echo** ${hostile.replace('\r', '')}\nEcho: ${hostile.replace('\r', '')}\n`,
  )
  const queue = await sqliteQueue(join(project.folder, 'bots.db'))
  await queue.put({
    ...entryWith('d-1'),
    bot: hostile,
    sender: hostile,
    notification: JSON.stringify({ data: hostile }),
  })
  const work = queue.work((job) => job.settle({ kind: 'dead', reason: 'failed', error: hostile }), { concurrency: 1 })
  await work.idle()
  await work.stop()
  await queue.close()
})
afterAll(async () => {
  await simulator.close()
  project.remove()
})

describe('a text of others', () => {
  const at = (name: string) => join(project.folder, name)
  const commands: Readonly<Record<string, () => readonly string[]>> = {
    'earshot test': () => ['test', at('odd.chat'), '--bot', at('bot.mjs')],
    'earshot test of a file that is missing': () => ['test', at(hostile)],
    'earshot explore': () => ['explore', at('bot.mjs'), '--runs', '1', '--random-seed', '1', '--out', at('found')],
    'earshot matrix of a command that is missing': () => ['matrix', '--', hostile],
    'earshot queue list': () => ['queue', 'list', '--queue', `sqlite:${at('bots.db')}`],
    'earshot queue show': () => ['queue', 'show', 'd-1', '--queue', `sqlite:${at('bots.db')}`],
    'earshot queue show of a letter that is missing': () => [
      'queue',
      'show',
      hostile,
      '--queue',
      `sqlite:${at('bots.db')}`,
    ],
    'earshot call': () => ['call', 'users.me', '--simulator', url, '--as', hostile],
    'earshot call --table': () => [
      'call',
      'messages.list',
      'anchor=newest',
      'num_before=5',
      'num_after=0',
      '--table',
      '--simulator',
      url,
      '--as',
      'iago',
    ],
    'earshot call of an answer': () => [
      'call',
      'messages.list',
      'anchor=newest',
      'num_before=5',
      'num_after=0',
      '--simulator',
      url,
      '--as',
      'iago',
    ],
    'earshot send': () => ['send', hostile, '--to', 'echo', '--wait', '0', '--simulator', url, '--as', 'iago'],
    'earshot send to nobody': () => ['send', 'hi', '--to', hostile, '--simulator', url, '--as', 'iago'],
    'earshot doctor': () => ['doctor', at('bot.mjs'), '--config', hostile],
    'earshot serve': () => ['serve', at(hostile)],
    'earshot new': () => ['new', at(`odd ${hostile.replaceAll('/', '')}`)],
    'earshot new from a template that is missing': () => ['new', at('x'), '--template', hostile],
    'earshot drift': () => ['drift', '--site', url, '--config', hostile],
    'earshot record': () => ['record', at('x'), '--site', hostile],
    'a command that is missing': () => [hostile],
    'an option that is missing': () => ['test', `--${hostile}`],
  }

  beforeAll(async () => {
    await earshot(['send', `say ${hostile}`, '--to', 'echo', '--wait', '0', '--simulator', url, '--as', 'iago'])
  })

  it.each(Object.entries(commands))('controls no terminal by %s', async (_, args) => {
    const { out, err } = await earshot(args())
    expect(out + err).not.toBe('')
    expect(out + err).not.toMatch(steering)
  })

  it('has no style but those of the command', async () => {
    for (const name of ['earshot test', 'earshot queue show', 'earshot doctor']) {
      const { out, err } = await earshot(commands[name]?.() ?? [], { columns: 80 })
      expect(out + err).toContain('\\u001b')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is ours
      expect((out + err).replaceAll(/\u001b\[(?:1|2|22|3[1236]|39)m/g, '')).not.toMatch(steering)
    }
  })
})
