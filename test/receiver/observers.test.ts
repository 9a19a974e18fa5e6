import { combinedObserver, type Observer } from 'earshot/observe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kit } from './kit.js'

const fail = () => {
  throw new Error('the observer is broken')
}
const failLater = () => Promise.reject(new Error('the observer is broken'))

const answering = (observer: Observer) => kit({ handle: ({ reply }) => reply('It is warm.'), observer })
const answer = { status: 200, body: { content: 'It is warm.' } }

describe('an observer that fails', () => {
  it.each<[string, Observer]>([
    ['when it is called', { request: fail, delivery: fail, call: fail }],
    [
      'in the methods of its watches',
      { request: () => ({ run: fail, ended: fail }), delivery: () => ({ run: fail, ended: fail }) },
    ],
    ['later', { request: () => ({ ended: failLater }), delivery: () => ({ ended: failLater }) }],
    [
      'with its facts',
      {
        delivery: () => ({
          get facts(): object {
            return fail()
          },
        }),
      },
    ],
  ])('%s is logged once, and the bot still replies', async (_, observer) => {
    const { post, lines } = answering(observer)
    expect(await post()).toMatchObject(answer)
    expect(await post()).toMatchObject({ status: 200 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'An observer failed; further errors are not logged',
    ])
  })

  it("doesn't keep another observer from being called", async () => {
    const told: string[] = []
    const other: Observer = { delivery: ({ id }) => ({ ended: ({ outcome }) => void told.push(`${id} ${outcome}`) }) }
    const { post } = answering(combinedObserver([{ delivery: () => ({ ended: fail }) }, other]) ?? {})
    expect(await post()).toMatchObject(answer)
    expect(told).toEqual([expect.stringMatching(/ answered$/)])
  })
})

describe('combinedObserver', () => {
  it('has only methods that at least one observer has', () => {
    const combined = combinedObserver([{ delivery: () => undefined }, { call: () => undefined }])
    expect([combined?.request, combined?.job]).toEqual([undefined, undefined])
    expect([combined?.delivery, combined?.call]).toEqual([expect.any(Function), expect.any(Function)])
  })

  it('returns nothing if no observer watches the delivery or call', () => {
    const combined = combinedObserver([{ delivery: () => undefined, call: () => undefined }])
    const delivery = { id: '1', bot: 'echo-bot@example.com', trigger: 'mention', message: 1 }
    expect(combined?.delivery?.(delivery)).toBeUndefined()
    const call = { endpoint: 'users.me', method: 'GET', origin: 'https://chat.example.com', template: '/users/me' }
    expect(combined?.call?.(call)).toBeUndefined()
  })

  it("reports a call to each delivery's watch, or else to the observer itself", () => {
    const heard: string[] = []
    const hear = (who: string) => () => {
      heard.push(who)
      return { sending: () => ({ [who]: 'yes' }) }
    }
    const combined = combinedObserver([
      { delivery: () => ({ call: hear('watch') }), call: hear('not asked') },
      { delivery: () => ({}), call: hear('observer') },
      { call: hear('another') },
    ])
    const watch = combined?.delivery?.({ id: '1', bot: 'echo-bot@example.com', trigger: 'mention', message: 1 })
    const call = { endpoint: 'users.me', method: 'GET', origin: 'https://chat.example.com', template: '/users/me' }
    expect(watch?.call?.(call)?.sending?.(1)).toEqual({ watch: 'yes', observer: 'yes', another: 'yes' })
    expect(heard).toEqual(['watch', 'observer', 'another'])
  })
})

describe("an observer's `run`", () => {
  it('may return a rejecting promise without an unhandled rejection', async () => {
    const strays: unknown[] = []
    const note = (error: unknown) => void strays.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const run = (async (work: () => unknown) => work()) as <Result>(work: () => Result) => Result
    const { post, lines } = answering({ request: () => ({ run }) })
    expect((await post('{')).status).toBe(400)
    await new Promise((resolve) => setImmediate(resolve))
    expect(strays).toEqual([])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('runs the work once even if it calls it twice', async () => {
    const run = <Result>(work: () => Result): Result => {
      work()
      return work()
    }
    const { post, delivered } = answering({ delivery: () => ({ run }), request: () => ({ run }) })
    expect(await post()).toMatchObject(answer)
    expect(delivered).toHaveLength(1)
  })
})
