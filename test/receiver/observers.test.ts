import { combinedObserver, type Observer } from 'earshot/observe'
import { describe, expect, it } from 'vitest'
import { kit } from './kit.js'

const fail = () => {
  throw new Error('the observer is broken')
}
const failLater = () => Promise.reject(new Error('the observer is broken'))

const answering = (observer: Observer) => kit({ handle: ({ reply }) => reply('It is warm.'), observer })
const answer = { status: 200, body: { content: 'It is warm.' } }

describe('an observer that fails', () => {
  it.each<[string, Observer]>([
    ['when it is told of something', { request: fail, delivery: fail, call: fail }],
    [
      'in what it watches',
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
  ])('%s is logged once, and the bot answers', async (_, observer) => {
    const { post, lines } = answering(observer)
    expect(await post()).toMatchObject(answer)
    expect(await post()).toMatchObject({ status: 200 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'An observer failed; further errors are not logged',
    ])
  })

  it('keeps no other from being told', async () => {
    const told: string[] = []
    const other: Observer = { delivery: ({ id }) => ({ ended: ({ outcome }) => void told.push(`${id} ${outcome}`) }) }
    const { post } = answering(combinedObserver([{ delivery: () => ({ ended: fail }) }, other]) ?? {})
    expect(await post()).toMatchObject(answer)
    expect(told).toEqual([expect.stringMatching(/ answered$/)])
  })
})

describe('what an observer runs', () => {
  it('is done once, however often it is run', async () => {
    const run = <Result>(work: () => Result): Result => {
      work()
      return work()
    }
    const { post, delivered } = answering({ delivery: () => ({ run }), request: () => ({ run }) })
    expect(await post()).toMatchObject(answer)
    expect(delivered).toHaveLength(1)
  })
})
