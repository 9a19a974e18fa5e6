import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { startRedis } from '../../storage/redisServer.js'
import type { Consumer } from '../consumer.js'
import { withChatServer } from './conversation.js'
import { start } from './process.js'

const host = fileURLToPath(new URL('hosts/vercel.ts', import.meta.url))

/** Calls the functions as Vercel does, two processes of them, and what `vercel.json` says that is called by the clock. */
export async function runsOnVercel(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const { functions, crons } = JSON.parse(readFileSync(join(folder, 'vercel.json'), 'utf8'))
  expect(Object.keys(functions)).toEqual(['api/*.ts'])
  const timed = crons.map(({ path }: { path: string }) => path)
  expect(timed.filter((path: string) => !existsSync(join(folder, `${path}.ts`)))).toEqual([])

  const redis = await startRedis()
  try {
    await withChatServer(async ({ environment, converse, ask }) => {
      const own = { ...environment, REDIS_URL: redis.address, CRON_SECRET: 'a secret for the timer' }
      const begin = () => start(process.execPath, ['--import', 'tsx', host], { folder, environment: own })
      const [one, other] = await Promise.all([begin(), begin()])
      await converse(`${one.url}/api/hook`)
      expect(await ask(`${other.url}/api/hook`, 'recall')).toBe('You told me: the rye')

      for (const path of timed) {
        expect((await fetch(one.url + path)).status).toBe(401)
        const headers = { authorization: `Bearer ${own.CRON_SECRET}` }
        expect(await (await fetch(one.url + path, { headers })).json()).toEqual({ next: null })
      }
      await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
    })
  } finally {
    await redis.stop()
  }
}
