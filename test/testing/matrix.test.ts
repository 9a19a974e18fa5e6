import { Bot } from 'earshot'
import { Client } from 'earshot/client'
import { featureLevels, newestFeatureLevel } from 'earshot/protocol'
import { createSimulator } from 'earshot/simulator'
import { type Matrix, MatrixError, matchers, matrix, matrixTable, testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { type Behaviour, behaviours } from '../../src/testing/matrix/behaviours.js'
import type { MatrixRun } from '../../src/testing/matrix/matrix.js'

/** Does something with the service as somebody. */
function using(who: string, use: (client: Client) => Promise<unknown>): MatrixRun {
  return async ({ simulator: options }) => {
    const simulator = createSimulator(options)
    const { site, email, apiKey } = simulator.credentials(who)
    try {
      await use(new Client({ site, email, apiKey, fetch: simulator.fetch }))
    } finally {
      await simulator.close()
    }
  }
}

const levelsOf = (results: readonly Behaviour[]) => results.map(({ level }) => level)

describe('behaviours', () => {
  it('has one entry for each level with changes, without gaps', () => {
    const all = behaviours()
    expect(levelsOf(all)).toEqual([...new Set(featureLevels.map(({ level }) => level))])
    expect(all.map(({ until }) => until + 1)).toEqual([...levelsOf(all).slice(1), newestFeatureLevel + 1])
    expect(all.flatMap(({ changes }) => changes)).toEqual(featureLevels.map(({ id }) => id))
  })

  it('starts with the given level', () => {
    expect(behaviours(163)[0]).toEqual({
      level: 163,
      until: 166,
      changes: [
        'deliveryEmailAlways',
        'realm.updateUserDefaults.email_address_visibility',
        'settings.update.email_address_visibility',
      ],
    })
    expect(behaviours(165)[0]).toEqual({ level: 165, until: 166, changes: [] })
    expect(behaviours(496)).toEqual([{ level: 496, until: 496, changes: ['groupCheckByBots'] }])
  })

  it('has fewer entries for limited usage', () => {
    const usage = {
      endpoints: new Map([['userGroups.isMember', new Set(['user_id'])]]),
      isNotified: false,
      hasIgnored: false,
      isRefused: false,
    }
    expect(levelsOf(behaviours(0, usage))).toEqual([0, 127, 303, 458, 496])
    expect(behaviours(0, { endpoints: new Map(), isNotified: false, hasIgnored: false, isRefused: false })).toEqual([
      { level: 0, until: 496, changes: [] },
    ])
  })
})

describe('matrix', () => {
  const lookUp = using('hamlet', (client) => client.users.getByEmail({ email: 'iago@example.com' }))

  it('returns the lowest working level and the reasons for failures below', async () => {
    const { results, worksFrom, works } = await matrix(lookUp)
    expect(levelsOf(results)).toEqual(levelsOf(behaviours()))
    expect({ worksFrom, works }).toEqual({ worksFrom: 39, works: false })
    const failed = results.filter((one) => !one.works)
    expect(levelsOf(failed)).toEqual(levelsOf(behaviours()).filter((level) => level < 39))
    expect(failed[1]).toMatchObject({
      level: 1,
      why: expect.stringMatching(/needs feature level 39 .* the server has 1/),
    })
  })

  it("gives a matcher's message in one line as the reason", async () => {
    const bot = new Bot().onMention((ctx) => `You said: ${ctx.text}`)
    const { results } = await matrix(
      async ({ simulator }) => {
        await using chat = await testBot(bot, { simulator })
        const { pass, message } = matchers.toHaveReplied(await chat.as('iago').say('@**Echo** hi'), 'Hi!')
        if (!pass) throw new Error(message())
      },
      { from: 496 },
    )
    expect(results[0]?.why).toBe('The bot should have replied: "Hi!" It replied: "You said: hi"')
  })

  it("skips levels that don't affect the bot with `quick`", async () => {
    const seen: number[] = []
    const { worksFrom, results } = await matrix(lookUp, { quick: true, onResult: ({ level }) => seen.push(level) })
    expect(worksFrom).toBe(39)
    expect(levelsOf(results)).toEqual(expect.arrayContaining([0, 39, 163, 302, 363, 433, 475, 490]))
    // Nothing of it has to do with groups, folders or topics.
    for (const level of [127, 147, 170, 184, 298, 389, 414, 459, 465, 496])
      expect(levelsOf(results)).not.toContain(level)
    expect(seen[0]).toBe(490)
    expect(results.at(-1)).toMatchObject({ level: 490, until: 496 })
  })

  it('tries all levels when the quick run fails', async () => {
    const { results, worksFrom } = await matrix(
      ({ level }) => {
        if (level > 490) throw new Error('too new')
      },
      { quick: true },
    )
    expect(levelsOf(results)).toEqual(levelsOf(behaviours()))
    expect(worksFrom).toBeUndefined()
  })

  it('handles a bot that works only at some levels', async () => {
    const { results, worksFrom, works } = await matrix(({ level }) => {
      if (level < 39) throw new Error('too old')
      if (level === 201) throw new Error('a bad day')
    })
    expect({ worksFrom, works }).toEqual({ worksFrom: 202, works: false })
    expect(results.filter((one) => !one.works).map(({ level }) => level)).toEqual([
      ...levelsOf(behaviours()).filter((level) => level < 39),
      201,
    ])
  })

  it.each<[string, unknown, string]>([
    ['an error', new Error('\n  first line\nsecond line'), 'first line'],
    ['a text', 'just a text', 'just a text'],
    ['an error without a message', new Error(''), 'It failed without a message.'],
    ['undefined', undefined, 'undefined'],
  ])('gives the first line of %s as the reason', async (_, thrown, why) => {
    const { results } = await matrix(() => Promise.reject(thrown), { from: 496 })
    expect(results).toEqual([expect.objectContaining({ works: false, why })])
  })

  it('runs at most `jobs` levels in parallel', async () => {
    let under = 0
    let most = 0
    const run = async () => {
      under += 1
      most = Math.max(most, under)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      under -= 1
    }
    await matrix(run, { jobs: 3 })
    expect(most).toBe(3)
    await matrix(run, { jobs: Number.MAX_SAFE_INTEGER, from: 490 })
    most = 0
    await matrix(run)
    expect(most).toBe(1)
  })

  it.each([
    [{ from: -1 }, 'No server has the feature level -1'],
    [{ from: 1e9 }, 'give a whole number from 0 to 496'],
    [{ from: 'latest' as unknown as number }, 'feature level latest'],
    [{ jobs: 0 }, "There can't be 0 jobs"],
    [{ jobs: 1.5 }, 'give a whole number above 0'],
    [{ jobs: Number.NaN }, "There can't be NaN jobs"],
  ])('rejects the options %j', async (options, sentence) => {
    const run = () => expect.unreachable()
    await expect(matrix(run, options)).rejects.toThrow(sentence)
    await expect(matrix(run, options)).rejects.toMatchObject({ code: 'invalid_option' })
  })

  it('stops when a run throws a MatrixError', async () => {
    let runs = 0
    const run = () => {
      runs += 1
      throw new MatrixError('nothing_tried', 'There was nothing to try.')
    }
    await expect(matrix(run)).rejects.toMatchObject({ code: 'nothing_tried' })
    expect(runs).toBe(1)
  })
})

const result = (level: number, until: number, why?: string) => ({
  level,
  until,
  changes: [],
  works: why === undefined,
  ...(why !== undefined && { why }),
})
const made = (worksFrom: number | undefined, ...results: Matrix['results'][number][]): Matrix => ({
  results,
  worksFrom,
  works: results.every(({ works }) => works),
})

describe('matrixTable', () => {
  it('has a line for each behaviour and a summary', () => {
    const text = matrixTable(
      made(39, result(0, 0, 'needs 39, has 0 (run a1b2)'), result(1, 38, 'needs 39, has 1 (run 7fff)'), {
        ...result(39, 496),
        changes: ['getUserByEmail'],
      }),
    )
    expect(text).toBe(`levels          what changed there, or why it breaks
0       breaks  needs 39, has 0 (run a1b2)
1–38    breaks  needs 39, has 1 (run 7fff)
39–496  works   getUserByEmail

Works from level 39 on.
Breaks at 0–38: needs 39, has 0 (run a1b2)
`)
  })

  it.each<[string, Matrix, string]>([
    ['everywhere', made(0, result(0, 496)), 'Works at every level from 0 to 496.'],
    ['from a level that was asked for on', made(200, result(200, 496)), 'Works at every level from 200 to 496.'],
    [
      'not on the newest',
      made(undefined, result(0, 495), result(496, 496, 'no')),
      'Breaks on the newest server, of level 496.',
    ],
  ])('reports that it works %s', (_, one, sentence) => {
    expect(matrixTable(one).split('\n')).toContain(sentence)
  })
})
