import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  choicesOf,
  newOption,
  newTask,
  pollResult,
  readWidgetChange,
  taskListOf,
  type WidgetChange,
} from '../../src/protocol/index.js'

/** A message by its author 8, and what others attached. */
const messageWith = (first: unknown, ...others: readonly (readonly [by: number, data: unknown])[]) => ({
  submessages: [[8, first] as const, ...others].map(([sender_id, data], at) => ({
    ...{ id: at + 1, message_id: 1, sender_id, msg_type: 'widget' },
    content: typeof data === 'string' ? data : JSON.stringify(data),
  })),
})

const bread = { widget_type: 'poll', extra_data: { question: 'Which?', options: ['rye', 'spelt'] } }
const opening = { widget_type: 'todo', extra_data: { task_list_title: 'Opening', tasks: [{ task: 'oven', desc: '' }] } }

describe('pollResult', () => {
  it('counts each user once per option and applies withdrawn votes', () => {
    const vote = (key: string, vote: number) => ({ type: 'vote', key, vote })
    const poll = pollResult(
      messageWith(
        bread,
        [9, vote('canned,0', 1)],
        [9, vote('canned,0', 1)],
        [10, vote('canned,1', 1)],
        [9, vote('canned,1', 1)],
        [9, vote('canned,0', -1)],
        [9, vote('canned,7', 1)],
        [9, vote('canned,0', 5)],
      ),
    )
    expect(poll?.options).toEqual([
      { key: 'canned,0', text: 'rye', voters: [] },
      { key: 'canned,1', text: 'spelt', voters: [10, 9] },
    ])
  })

  it('accepts a new question only from the author', () => {
    const asked = (by: number) => pollResult(messageWith(bread, [by, { type: 'question', question: 'New?' }]))?.question
    expect([asked(8), asked(9)]).toEqual(['New?', 'Which?'])
  })

  it('includes options of several users with unique keys', () => {
    const additions = fc.array(fc.tuple(fc.integer({ min: 8, max: 11 }), fc.string({ minLength: 1 })), { maxLength: 8 })
    fc.assert(
      fc.property(additions, (added) => {
        let message = messageWith(bread)
        const done: (readonly [number, WidgetChange])[] = []
        for (const [by, option] of added) {
          done.push([by, newOption(pollResult(message) as never, by, option)])
          message = messageWith(bread, ...done)
        }
        const options = pollResult(message)?.options ?? []
        expect(options.map(({ text }) => text)).toEqual(['rye', 'spelt', ...added.map(([, option]) => option)])
        expect(new Set(options.map(({ key }) => key)).size).toBe(options.length)
      }),
    )
  })
})

describe('taskListOf', () => {
  it('applies ticks, new tasks and titles', () => {
    const list = taskListOf(messageWith(opening, [9, { type: 'strike', key: '0,canned' }]))
    expect(list?.tasks).toEqual([{ key: '0,canned', task: 'oven', description: '', isDone: true }])
    const added = newTask(list as never, 9, 'rye', '12 loaves')
    expect(added).toEqual({ type: 'new_task', key: 1, task: 'rye', desc: '12 loaves', completed: false })
    const later = taskListOf(
      messageWith(
        opening,
        [9, { type: 'strike', key: '0,canned' }],
        [9, added],
        [10, { type: 'strike', key: '1,9' }],
        [10, { type: 'strike', key: '0,canned' }],
        [9, { type: 'new_task_list_title', title: 'Mine' }],
        [8, { type: 'new_task_list_title', title: 'Tuesday' }],
      ),
    )
    expect(later?.title).toBe('Tuesday')
    expect(later?.tasks.map(({ key, isDone }) => [key, isDone])).toEqual([
      ['0,canned', false],
      ['1,9', true],
    ])
  })
})

describe('malformed widget data', () => {
  const anything = fc.oneof(fc.json(), fc.string(), fc.constant(JSON.stringify(bread)))
  it('is ignored without throwing', () => {
    fc.assert(
      fc.property(fc.array(anything), (contents) => {
        const [first, ...others] = contents
        const message = messageWith(first ?? '', ...others.map((content) => [9, content] as const))
        for (const read of [pollResult, taskListOf, choicesOf]) expect(() => read(message)).not.toThrow()
        expect(pollResult(messageWith(bread, ...others.map((content) => [9, content] as const)))).toBeDefined()
      }),
    )
  })

  it.each([
    null,
    [],
    'vote',
    { type: 'toString' },
    { type: '__proto__' },
    { type: 'vote', key: 'canned,0', vote: 2 },
    { type: 'vote', key: 3, vote: 1 },
    { type: 'new_option', idx: '1', option: 'oats' },
    { type: 'new_task', key: 1.5, task: 'x', desc: '' },
  ])('is not a change: %j', (data) => {
    expect(readWidgetChange(data)).toBeUndefined()
  })

  it('without submessages gives no widget', () => {
    for (const read of [pollResult, taskListOf, choicesOf]) expect(read({ submessages: [] })).toBeUndefined()
    expect(pollResult(messageWith({ widget_type: 'poll', extra_data: 3 }))).toBeUndefined()
    expect(choicesOf(messageWith({ widget_type: 'zform', extra_data: { choices: 3 } }))).toBeUndefined()
  })
})
