import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Consumer, root } from '../consumer.js'
import { withChatServer } from './conversation.js'
import { start } from './process.js'

/** Runs the worker in workerd, as `npm start` does, with a memory that outlasts it. */
export async function runsAsWorker(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  await withChatServer(async ({ environment, converse, ask }) => {
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder, '.dev.vars'), lines.join(''))
    const begin = () => start(process.execPath, [...dev(consumer), '--test-scheduled'], { folder })
    const first = await begin()
    await converse(first.url)
    const called = await fetch(`${first.url}/__scheduled?cron=*+*+*+*+*`)
    expect(await called.text()).toBe('Ran scheduled event')
    const refused = await fetch(first.url, { method: 'POST', body: '{}' })
    expect(refused.status).toBe(400)
    await first.end('SIGTERM')
    const second = await begin()
    expect(await ask(second.url, 'recall')).toBe('You told me: the rye')
    await second.end('SIGTERM')
  })
}

/** Runs the worker of the Chat SDK's guide, as the guide says. */
export async function runsChatSdkAsWorker(consumer: Pick<Consumer, 'folder'>): Promise<void> {
  const folder = join(consumer.folder, 'chat-sdk-worker')
  mkdirSync(folder)
  const guide = readFileSync(join(root, 'docs/guides/chat-sdk.md'), 'utf8')
  const [worker = ''] = /(?<=```ts no-run\n)let opening[\s\S]*?(?=```)/.exec(guide) ?? []
  writeFileSync(join(folder, 'worker.ts'), worker)
  const settings = { name: 'bot', main: 'worker.ts', compatibility_date: '2026-04-01' }
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify({ ...settings, compatibility_flags: ['nodejs_compat'] }))
  await withChatServer(async ({ environment, ask }) => {
    const lines = Object.entries(environment).map(([name, value]) => `${name.replace('EARSHOT', 'ZULIP')}=${value}\n`)
    writeFileSync(join(folder, '.dev.vars'), lines.join(''))
    const running = await start(process.execPath, dev(consumer), { folder })
    for (const text of ['hi', 'again']) expect(await ask(running.url, text)).toBe(`You said: @Echo ${text}`)
    await running.end('SIGTERM')
  })
}

function dev({ folder }: Pick<Consumer, 'folder'>): string[] {
  const wrangler = join(folder, 'node_modules', 'wrangler', 'bin', 'wrangler.js')
  return [wrangler, 'dev', '--ip', '127.0.0.1', '--port', '0']
}
