import { describe, expect, it } from 'vitest'
import { gathered } from '../../../src/node/queue/gathered.js'

describe('calls of one turn', () => {
  it('go as one, each gets its own result, and no more go together than may', async () => {
    const sent: number[][] = []
    const double = gathered<number, number>(3, async (numbers) => {
      sent.push([...numbers])
      return numbers.map((number) => 2 * number)
    })
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
    expect(await double(5)).toBe(10)
    expect(sent).toEqual([[1, 2, 3], [4], [5]])
  })

  it('fail together, and those of the next turn do not', async () => {
    let isAway = true
    const ask = gathered<string, string>(10, async (words) => {
      if (isAway) throw new Error('it is away')
      return words
    })
    const results = await Promise.allSettled([ask('rye'), ask('wheat')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isAway = false
    expect(await ask('spelt')).toBe('spelt')
  })
})
