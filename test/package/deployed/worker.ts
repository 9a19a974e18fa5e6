import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Consumer } from '../consumer.js'
import { withChatServer } from './conversation.js'
import { start } from './process.js'

/** Runs the worker in workerd, as `npm start` does, with a memory that outlasts it. */
export async function runsAsWorker(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const wrangler = join(consumer.folder, 'node_modules', 'wrangler', 'bin', 'wrangler.js')
  await withChatServer(async ({ environment, converse, ask }) => {
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder, '.dev.vars'), lines.join(''))
    const args = [wrangler, 'dev', '--ip', '127.0.0.1', '--port', '0', '--test-scheduled']
    const begin = () => start(process.execPath, args, { folder })
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
