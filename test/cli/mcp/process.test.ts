import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { BotWorker } from '../../../src/mcp/simulator/worker.js'
import { createProject, type Project } from '../project.js'
import { agentOf } from './connected.js'

let project: Project
beforeEach(() => {
  project = createProject()
})
afterEach(() => project.remove())

const inInstalled = (path: string) => join(inject('installed'), 'earshot', 'dist', 'cli', path)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The processes that run in a folder. */
const childrenOf = (folder: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    } catch {
      return false
    }
  })

/** An agent whose client starts `earshot mcp` in the project's folder. */
async function started(...args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [inInstalled('earshot.js'), 'mcp', ...args],
    cwd: project.folder,
    env: getDefaultEnvironment(),
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1' })
  const problems: Error[] = []
  client.onerror = (error) => void problems.push(error)
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { ...agentOf(client), pid: transport.pid ?? 0, problems }
}

const bot = (answer: string) => `import { Bot } from 'earshot'
console.log('A bot that prints.')
process.stdout.write('{"jsonrpc": "2.0"}\\n')
export const bot = new Bot()
bot.onDirectMessage((ctx) => (ctx.text === 'pid' ? String(process.pid) : ctx.text === 'exit' ? process.exit(3) : ${answer}))
`

describe('the earshot mcp process', () => {
  it('leads an agent from an empty folder to a tested bot, even if the bot prints', async () => {
    const agent = await started()
    expect(await agent.refusal('say', { text: 'hi' })).toContain('`start`')
    project.write('bot.ts', bot("'You said: ' + ctx.txt"))
    expect(await agent.get('start', { file: 'bot.ts' })).toMatchObject({
      bot: 'Echo',
      printed: ['A bot that prints.', '{"jsonrpc": "2.0"}'],
    })
    expect((await agent.get('say', { text: 'hi' })).messages[1].content).toBe('You said: undefined')

    project.write('bot.ts', bot("'You said: ' + ctx.text"))
    await agent.get('start', { file: 'bot.ts' })
    expect((await agent.get('say', { text: 'hi' })).messages[1].content).toBe('You said: hi')
    expect((await agent.get('read')).messages).toHaveLength(2)

    project.write('hi.chat', '# Iago, Echo\nIago: hi\n')
    expect(await agent.get('run_transcripts', { update: true })).toMatchObject({
      passed: true,
      results: [{ updated: true }],
    })
    expect(readFileSync(join(project.folder, 'hi.chat'), 'utf8')).toContain('Echo: You said: hi')
    expect(await agent.get('run_transcripts')).toMatchObject({ passed: true, results: [{ file: 'hi.chat' }] })
    const command = [process.execPath, inInstalled('earshot.js'), 'test']
    expect((await agent.call('run_matrix', { command, from: 400 })).text).toMatch(/works/)
    expect(agent.problems).toEqual([])
  })

  it('reports a bot that exits, and can start it again', async () => {
    project.write('bot.mjs', bot("'Here.'"))
    const agent = await started('bot.mjs')
    await agent.get('start')
    expect(await agent.refusal('say', { text: 'exit' })).toContain('ended with code 3')
    expect(await agent.refusal('say', { text: 'hi' })).toContain('Call the tool `start`')
    await agent.get('start')
    expect((await agent.get('say', { text: 'hi' })).messages[1].content).toBe('Here.')
  })

  it('leaves no process behind after restarts, a closed client or a kill', async () => {
    project.write('bot.mjs', bot("'Here.'"))
    const pidIn = async (agent: Awaited<ReturnType<typeof started>>) => {
      await agent.get('start')
      return Number((await agent.get('say', { text: 'pid' })).messages[1].content)
    }
    const agent = await started('bot.mjs')
    const first = await pidIn(agent)
    const second = await pidIn(agent)
    expect([isAlive(first), isAlive(second)]).toEqual([false, true])
    await agent.client.close()
    await expect.poll(() => [agent.pid, second].filter(isAlive)).toEqual([])

    const hasty = await started('bot.mjs')
    for (const name of ['start', 'start', 'run_transcripts']) void hasty.call(name).catch(() => {})
    await hasty.client.close()
    await expect.poll(() => isAlive(hasty.pid)).toBe(false)

    const other = await started('bot.mjs')
    const third = await pidIn(other)
    process.kill(other.pid, 'SIGKILL')
    await expect.poll(() => isAlive(third)).toBe(false)
  })

  it('answers long work within five seconds, and the next call gets what it came to', async () => {
    project.write('bot.mjs', bot("new Promise((resolve) => setTimeout(resolve, 1500)).then(() => 'Slow.')"))
    project.write('slow.chat', '# Iago, Echo\nIago: hi\nEcho: Slow.\n')
    project.write('hangs.mjs', 'for (;;) {}\n')
    const agent = await started('bot.mjs')
    const command = [process.execPath, inInstalled('earshot.js'), 'test']
    const long = [
      ['run_matrix', { command, quick: false }],
      ['run_transcripts', { levels: [39, 300, 496] }],
      ['explore', { runs: 2_000, seed: 1 }],
      ['start', { file: 'hangs.mjs' }],
      ['say', { text: 'behind the bot that hangs' }],
    ] as const
    const begun = performance.now()
    const answers = await Promise.all(long.map(([name, args]) => agent.callOnce(name, args)))
    expect(performance.now() - begun).toBeLessThan(5_000)
    for (const [at, [name]] of long.entries()) {
      expect(answers[at]?.text).toContain(`Still running after 4 s. Call \`${name}\` again with the same arguments`)
    }
    expect((await agent.callOnce('run_matrix', { command, quick: false })).text).toMatch(/So far:\nLevel \d+ works\./)
    const transcripts = await agent.get('run_transcripts', { levels: [39, 300, 496] })
    expect(transcripts).toMatchObject({ passed: true, begun: expect.stringMatching(/^\d+ s ago$/) })
    await agent.client.close()
    await expect.poll(() => childrenOf(project.folder)).toEqual([])
  })

  it('refuses invalid arguments at once', async () => {
    const agent = await started()
    const huge = 'x'.repeat(1_000_000)
    for (const [name, args, why] of [
      ['start', { file: '../../../etc/passwd' }, 'outside of the project'],
      ['start', { file: '/etc/passwd' }, 'outside of the project'],
      ['start', { file: 7 }, 'file'],
      ['start', { file: 'bot\0.ts' }, 'bot'],
      ['start', { file: huge }, 'xxx'],
      ['run_transcripts', { files: 'all' }, 'files'],
      ['run_transcripts', { files: [huge] }, 'xxx'],
      ['run_transcripts', { files: ['a\0.chat'] }, 'a'],
      ['explore', { file: 'bot.ts', runs: 1e9 }, 'runs'],
      ['run_matrix', { command: 'npm test' }, 'command'],
      ['run_matrix', { command: [huge] }, "can't be started"],
      ['run_matrix', { command: ['npm\0'] }, "can't be started"],
      ['run_matrix', { command: ['nothing-of-that-name'] }, 'there is no such command'],
      ['run_matrix', { from: -1 }, 'from'],
    ] as const) {
      const begun = performance.now()
      const { isError, text } = await agent.callOnce(name, args)
      expect([isError, text], JSON.stringify([name, args]).slice(0, 80)).toEqual([true, expect.stringContaining(why)])
      expect(text.length).toBeLessThan(61_000)
      expect(performance.now() - begun).toBeLessThan(5_000)
    }
  })

  it('stops a bot that never becomes idle', async () => {
    const file = project.write('loop.mjs', 'for (;;) {}\n')
    const { forkedWorker } = (await import(inInstalled('mcp/forkedWorker.js'))) as {
      readonly forkedWorker: (milliseconds: number) => BotWorker
    }
    const worker = forkedWorker(1_000)
    await expect(worker.call('start', { file })).rejects.toThrow('still busy after 1 s')
    await expect(worker.call('read', {})).rejects.toThrow('Call the tool `start`')
    await worker.close()
  })
})
