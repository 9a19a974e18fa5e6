import { createInterface } from 'node:readline'
import { silent } from 'earshot'
import { redisQueue, redisStorage } from 'earshot/node'
import { withLock } from 'earshot/storage'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueJob } from '../../../src/queue/index.js'
import { eventually } from '../../eventually.js'
import { programIn, startProgram } from '../../processes/program.js'
import { entryWith } from '../../queue/model.js'
import { hasRedis, type RedisServer, startRedis } from '../../storage/redisServer.js'
import type { Member } from './redisMember.js'

const program = programIn(new URL('./redisMember.ts', import.meta.url))
const lease = 800
const longest = 86_400_000
/** Milliseconds after which a lease that wasn't kept would long have been taken over. */
const severalLeases = 2.5 * lease

describe.skipIf(!hasRedis)('what a process holds in Redis', () => {
  let server: RedisServer
  let admin: Redis
  let prefix = ''
  let tests = 0
  const opened: (() => unknown)[] = []
  beforeAll(async () => {
    server = await startRedis()
    admin = new Redis(server.address)
  })
  beforeEach(() => {
    tests += 1
    prefix = `test-${tests}`
  })
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    admin?.disconnect()
    await server?.stop()
  })

  const open = async (options = {}, where: string | Redis = server.address) => {
    const queue = await redisQueue(where, { prefix, lease, ...options })
    opened.push(() => queue.close())
    return queue
  }
  const openStorage = async () => {
    const storage = await redisStorage(server.address, { prefix })
    opened.push(() => storage.close())
    return storage
  }
  /** Starts the process, and waits until it holds what it is to hold. */
  const started = async (member: Omit<Member, 'address' | 'prefix' | 'lease'> & { readonly lease?: number }) => {
    const all: Member = { address: server.address, prefix, lease, ...member }
    const child = startProgram(program, [JSON.stringify(all)])
    opened.push(() => child.kill('SIGKILL'))
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    await eventually(() => expect(lines).toEqual([member.holds === 'lock' ? 'held' : 'attempt 1']))
    return { child, lines }
  }
  /** Works on what it gets, and keeps it in mind. */
  const taking = (queue: Awaited<ReturnType<typeof open>>) => {
    const taken: Pick<QueueJob, 'attempt' | 'interruptions'>[] = []
    const work = queue.work(
      async ({ attempt, interruptions, settle }) => {
        taken.push({ attempt, interruptions })
        await settle({ kind: 'done' })
      },
      { concurrency: 4 },
    )
    opened.push(() => work.stop())
    return taken
  }
  const lockOf = async (id: string) => {
    const [job = ''] = (await admin.keys(`*{${prefix}}*delivery-${id}`)) ?? []
    return `${job}:lock`
  }
  const pass = async (milliseconds: number) => {
    const began = performance.now()
    await eventually(() => expect(performance.now() - began).toBeGreaterThan(milliseconds))
  }

  describe('an entry', () => {
    it('goes to another process at once when its holder is killed, however long the lease', async () => {
      const queue = await open({ lease: longest })
      await queue.put(entryWith('d-1'))
      const { child } = await started({ holds: 'entry', lease: longest })
      const taken = taking(queue)
      child.kill('SIGKILL')
      await eventually(() => expect(taken).toEqual([{ attempt: 1, interruptions: 1 }]))
    })

    it('stays with a holder on the same machine that is stopped for longer than the lease', async () => {
      const queue = await open()
      await queue.put(entryWith('d-1'))
      const { child, lines } = await started({ holds: 'entry' })
      child.kill('SIGSTOP')
      const taken = taking(queue)
      await pass(severalLeases)
      child.kill('SIGCONT')
      child.kill('SIGUSR2')
      await eventually(() => expect(lines).toEqual(['attempt 1', 'noted']))
      await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
      expect(taken).toEqual([])
    })

    it.each(['an address', 'a client'])(
      'stays with a holder elsewhere that has %s and blocks itself for longer than the lease',
      async (what) => {
        const queue = await open()
        await queue.put(entryWith('d-1'))
        const blocks = severalLeases
        const { lines } = await started({ holds: 'entry', isElsewhere: true, hasClient: what === 'a client', blocks })
        const taken = taking(queue)
        await eventually(() => expect(lines).toEqual(['attempt 1', 'noted']))
        await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
        expect(taken).toEqual([])
      },
    )

    it('goes to another process after a lease when its holder elsewhere is stopped, which counts as a try', async () => {
      const queue = await open()
      await queue.put(entryWith('d-1'))
      const { child, lines } = await started({ holds: 'entry', isElsewhere: true })
      child.kill('SIGSTOP')
      const taken = taking(queue)
      await eventually(() => expect(taken).toEqual([{ attempt: 2, interruptions: 1 }]))
      child.kill('SIGCONT')
      child.kill('SIGUSR2')
      await eventually(() => expect(lines).toEqual(['attempt 1', 'QueueLeaseLostError']))
    })

    it('goes to another process after a lease when its holder has closed the queue', async () => {
      const queue = await open()
      await queue.put(entryWith('d-1'))
      const leaving = await redisQueue(server.address, { prefix, lease })
      let end = () => {}
      const begun = new Promise<void>((begin) => {
        leaving.work(
          () => {
            begin()
            return new Promise<void>((resolve) => (end = resolve))
          },
          { concurrency: 1 },
        )
      })
      await begun
      await leaving.close()
      expect(await admin.pttl(await lockOf('d-1'))).toBeLessThanOrEqual(lease)
      const taken = taking(queue)
      await eventually(() => expect(taken).toEqual([{ attempt: 1, interruptions: 1 }]))
      end()
    })

    it('is handled though the answer to the process that took it was lost', async () => {
      const queue = await open()
      await queue.put(entryWith('d-1'))
      const taken: string[] = []
      const work = queue.work(
        async ({ entry, settle }) => {
          taken.push(entry.id)
          if (entry.id === 'd-1') await takeUnheard()
          await settle({ kind: 'done' })
        },
        { concurrency: 1 },
      )
      opened.push(() => work.stop())
      await eventually(() => expect(taken).toEqual(['d-1', 'd-2']))

      async function takeUnheard(): Promise<void> {
        const [, ...holder] = String(await admin.get(await lockOf('d-1'))).split(' ')
        await queue.put(entryWith('d-2', { conversation: 'oven' }))
        const lane = (await lockOf('d-2')).split(':').slice(0, -2).join(':')
        await admin.rpoplpush(`${lane}:wait`, `${lane}:active`)
        await admin.set(await lockOf('d-2'), ['unheard', ...holder].join(' '))
      }
    })
  })

  describe('a lock', () => {
    /** Takes the lock after the other, whose work has ended if `ended` is set. */
    const takeAfter = async (wait = 60_000) => {
      const storage = await openStorage()
      return withLock(storage, 'oven', async () => ((await storage.get('ended')) ? 'ended' : 'not ended'), {
        lease,
        wait,
      })
    }

    it('goes to another process at once when its holder is killed, however long the lease', async () => {
      const { child } = await started({ holds: 'lock', lease: longest })
      const storage = await openStorage()
      await expect(withLock(storage, 'oven', () => '', { wait: 0 })).rejects.toMatchObject({ code: 'locked' })
      child.kill('SIGKILL')
      expect(await takeAfter()).toBe('not ended')
    })

    it.each(['an address', 'a client'])(
      'stays with a holder elsewhere that has %s and blocks itself for longer than the lease',
      async (what) => {
        const hasClient = what === 'a client'
        const { lines } = await started({ holds: 'lock', isElsewhere: true, hasClient, blocks: severalLeases })
        expect(await takeAfter()).toBe('ended')
        await eventually(() => expect(lines).toEqual(['held', 'released']))
      },
    )

    it('stays with a holder on the same machine that is stopped for longer than the lease', async () => {
      const { child, lines } = await started({ holds: 'lock' })
      child.kill('SIGSTOP')
      await expect(takeAfter(severalLeases)).rejects.toMatchObject({ code: 'locked' })
      child.kill('SIGCONT')
      child.kill('SIGUSR2')
      expect(await takeAfter()).toBe('ended')
      await eventually(() => expect(lines).toEqual(['held', 'released']))
    })

    it('goes to another process after a lease when its holder elsewhere is stopped', async () => {
      const { child, lines } = await started({ holds: 'lock', isElsewhere: true })
      child.kill('SIGSTOP')
      expect(await takeAfter()).toBe('not ended')
      child.kill('SIGCONT')
      child.kill('SIGUSR2')
      await eventually(() => expect(lines).toEqual(['held', 'lock_lost']))
    })
  })

  it('is kept even if the memory of Redis is full', async () => {
    const own = await startRedis()
    const control = new Redis(own.address)
    opened.push(() => own.stop())
    opened.push(() => control.disconnect())
    const queue = await open({}, own.address)
    taking(queue)
    const beat = async () => {
      const [key = ''] = await control.keys('*:beat:*')
      return key && (await control.get(key))
    }
    await control.config('SET', 'maxmemory', '1')
    const before = await beat()
    await eventually(async () => expect(await beat()).not.toBe(before))
    await control.config('SET', 'maxmemory', '0')
  })

  it('the log says that a blocked process loses its entries if its client can be opened only here', async () => {
    const warnings: string[] = []
    const warn = (_: object, message: string) => void warnings.push(message)
    const client = new Redis(server.address, { maxRetriesPerRequest: 0, ...{ tracing: { note() {} } } })
    opened.push(() => client.disconnect())
    const queue = await open({ log: { ...silent, warn } }, client)
    warnings.length = 0
    const taken = taking(queue)
    expect(warnings).toEqual([expect.stringContaining("can't be opened again in a thread")])
    await queue.put(entryWith('d-1'))
    await eventually(() => expect(taken).toHaveLength(1))
  })
})
