import { expect } from 'vitest'
import { type Bakery, openBakery } from '../bakery.js'
import { type Answer, badRequest, success } from '../format.js'
import { including } from '../matchers.js'
import type { Scenario } from './format.js'

/** A bakery that deletes 4 messages in a request at most, and a topic of 10 in it. */
async function withLongTopic(featureLevel: number, act: (bakery: Bakery, ids: readonly number[]) => Promise<void>) {
  const bakery = await openBakery({ featureLevel, assumptions: { deleteBatch: 2, deleteBatchesPerRequest: 2 } })
  try {
    const ids: number[] = []
    for (let count = 0; count < 10; count += 1) {
      const { body } = await bakery.play({
        as: 'hamlet',
        request: 'POST /api/v1/messages',
        form: `type=stream&to=1&topic=crumbs&content=Crumb+${count}`,
        answer: { status: 200, body: including({ result: 'success' }) },
      })
      ids.push((body as { id: number }).id)
    }
    await act(bakery, ids)
  } finally {
    await bakery.close()
  }
}

async function deleteTopic(bakery: Bakery, answer: Answer): Promise<void> {
  const request = 'POST /api/v1/streams/1/delete_topic'
  await bakery.play({ as: 'iago', request, form: 'topic_name=crumbs', answer })
}

/** The IDs that each event of a deletion speaks of. */
async function deletedBatches(bakery: Bakery): Promise<readonly (readonly number[])[]> {
  const batches: (readonly number[])[] = []
  bakery.simulator.realm.onEvent((event) => {
    if (event.type === 'delete_message') batches.push(event.message_ids)
  })
  await deleteTopic(bakery, success({}))
  return batches
}

async function expectLeft(bakery: Bakery, ids: readonly number[], left: number): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const there = { status: 200, body: including({ message: including({ id }) }) }
    const answer = index < left ? there : badRequest('Invalid message(s)')
    await bakery.play({ as: 'iago', request: `GET /api/v1/messages/${id}`, answer })
  }
}

/** Section 4.6: batches, and how the end of a request was told at each feature level. */
export const scenarios: readonly Scenario[] = [
  {
    spec: ['4.6/complete', '3/10', '8/topic deletion', 'level/211'],
    title: 'deletes the newest messages first, ends early, and is complete when repeated',
    run: (level) =>
      withLongTopic(level, async (bakery, ids) => {
        await deleteTopic(bakery, success({ complete: false }))
        await expectLeft(bakery, ids, 6)
        await deleteTopic(bakery, success({ complete: false }))
        await expectLeft(bakery, ids, 2)
        await deleteTopic(bakery, success({ complete: true }))
        await expectLeft(bakery, ids, 0)
      }),
  },
  {
    spec: ['4.6/history', 'level/211'],
    title: 'says complete from feature level 211 on',
    level: 211,
    run: (level) =>
      withLongTopic(level, async (bakery) => {
        await deleteTopic(bakery, success({ complete: false }))
        await deleteTopic(bakery, success({ complete: false }))
        await deleteTopic(bakery, success({ complete: true }))
      }),
  },
  ...[154, 210].map((level) => ({
    spec: ['4.6/history', 'level/154', 'level/211'],
    title: `answered partially_completed at feature level ${level}`,
    level,
    run: () =>
      withLongTopic(level, async (bakery, ids) => {
        const partly = { status: 200, body: including({ result: 'partially_completed' }) }
        await deleteTopic(bakery, partly)
        await expectLeft(bakery, ids, 6)
        await deleteTopic(bakery, partly)
        await deleteTopic(bakery, success({}))
        await expectLeft(bakery, ids, 0)
      }),
  })),
  {
    spec: ['4.6/history', 'level/154'],
    title: 'did not end early before feature level 154',
    level: 153,
    run: (level) =>
      withLongTopic(level, async (bakery, ids) => {
        await deleteTopic(bakery, success({}))
        await expectLeft(bakery, ids, 0)
      }),
  },
  {
    spec: ['4.6/history', '8/topic deletion', 'level/147'],
    title: 'deletes in batches, newest first, from feature level 147 on',
    level: 147,
    run: (level) =>
      withLongTopic(level, async (bakery, ids) => {
        const batches = await deletedBatches(bakery)
        expect(batches.map((batch) => batch.length)).toEqual([2, 2, 2, 2, 2])
        expect(batches.map((batch) => Math.max(...batch))).toEqual([ids[9], ids[7], ids[5], ids[3], ids[1]])
      }),
  },
  {
    spec: ['4.6/history', 'level/147'],
    title: 'deleted all at once before feature level 147',
    level: 146,
    run: (level) =>
      withLongTopic(level, async (bakery, ids) => {
        expect((await deletedBatches(bakery)).map((batch) => batch.length)).toEqual([10])
        await expectLeft(bakery, ids, 0)
      }),
  },
]
