import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { openBakery, opening } from './bakery.js'

type Draft = Params<'drafts.edit'>['draft']

const draft: Draft = { type: 'stream', to: [2], topic: 'lunch', content: 'Bre' }

describe('drafts', () => {
  it('are visible to their author alone, in the order of their last change', () => {
    const { as, eventsOf } = openBakery()
    const direct: Draft = { type: 'private', to: [8, 10], topic: 'none', content: 'Hi', timestamp: opening - 100 }
    const bare: Draft = { type: 'private', to: [], topic: 'none', content: 'To whom?', timestamp: opening - 200.5 }
    expect(as('hamlet').call('drafts.create', { drafts: [draft, direct, bare] })).toEqual({ ids: [1, 2, 3] })
    expect(as('hamlet').call('drafts.list')).toEqual({
      count: 3,
      drafts: [
        { id: 3, type: '', to: [], topic: '', content: 'To whom?', timestamp: opening - 201 },
        { id: 2, type: 'private', to: [8], topic: '', content: 'Hi', timestamp: opening - 100 },
        { id: 1, type: 'stream', to: [2], topic: 'lunch', content: 'Bre', timestamp: opening },
      ],
    })
    expect(as('iago').call('drafts.list')).toEqual({ count: 0, drafts: [] })
    expect(as('hamlet').call('events.register').drafts).toHaveLength(3)
    as('hamlet').call('drafts.edit', { draft_id: 1, draft: { ...draft, content: 'Bread' } })
    as('hamlet').call('drafts.delete', { draft_id: 2 })
    expect(eventsOf('drafts')).toMatchObject([
      { op: 'add', drafts: [{ id: 1 }, { id: 2 }, { id: 3 }], audience: [10] },
      { op: 'update', draft: { id: 1, content: 'Bread' }, audience: [10] },
      { op: 'remove', draft_id: 2, audience: [10] },
    ])
  })

  it.each<[Partial<Draft>, string]>([
    [{ content: ' \n' }, 'Message must not be empty'],
    [{ timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [2, 3] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [99] }, 'Invalid channel ID'],
    [{ topic: 'a\0' }, 'Topic must not contain null bytes'],
    [{ type: 'private', to: [99] }, 'Invalid user ID 99'],
  ])('with %o are refused, and none of the request is saved', (change, msg) => {
    const { as } = openBakery()
    const drafts = [draft, { ...draft, ...change }]
    expect(as('hamlet').refused('drafts.create', { drafts }).msg).toBe(msg)
    expect(as('hamlet').call('drafts.list').count).toBe(0)
  })

  it('of others and unknown ones are reported as missing', () => {
    const { as } = openBakery()
    as('hamlet').call('drafts.create', { drafts: [draft] })
    const missing = { code: 'BAD_REQUEST', msg: 'Draft does not exist' }
    expect(as('iago').refused('drafts.delete', { draft_id: 1 })).toMatchObject(missing)
    expect(as('hamlet').refused('drafts.edit', { draft_id: 2, draft })).toMatchObject(missing)
  })
})

describe('saved snippets', () => {
  it('are visible to their owner alone', () => {
    const { as, eventsOf } = openBakery()
    const create = { title: ' Thanks ', content: 'Thank you. ' }
    expect(as('hamlet').call('savedSnippets.create', create)).toEqual({ saved_snippet_id: 1 })
    const snippet = { id: 1, title: 'Thanks', content: 'Thank you.', date_created: opening }
    expect(as('hamlet').call('savedSnippets.list')).toEqual({ saved_snippets: [snippet] })
    expect(as('iago').call('savedSnippets.list')).toEqual({ saved_snippets: [] })
    expect(as('hamlet').call('events.register').saved_snippets).toEqual([snippet])
    as('hamlet').call('savedSnippets.edit', { saved_snippet_id: 1, title: 'Many thanks' })
    as('hamlet').call('savedSnippets.edit', { saved_snippet_id: 1 })
    as('hamlet').call('savedSnippets.delete', { saved_snippet_id: 1 })
    expect(eventsOf('saved_snippets')).toMatchObject([
      { op: 'add', saved_snippet: snippet, audience: [10] },
      { op: 'update', saved_snippet: { ...snippet, title: 'Many thanks' }, audience: [10] },
      { op: 'remove', saved_snippet_id: 1, audience: [10] },
    ])
  })

  it('are refused without a title or content, and reported as missing if unknown', () => {
    const { as } = openBakery()
    const hamlet = as('hamlet')
    expect(hamlet.refused('savedSnippets.create', { title: ' ', content: 'a' }).msg).toBe('title cannot be blank')
    expect(hamlet.refused('savedSnippets.create', { title: 'a', content: '\n' }).msg).toBe('content cannot be blank')
    hamlet.call('savedSnippets.create', { title: 'a', content: 'b' })
    const missing = { code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.' }
    expect(as('iago').refused('savedSnippets.edit', { saved_snippet_id: 1, title: 'c' })).toMatchObject(missing)
    expect(hamlet.refused('savedSnippets.delete', { saved_snippet_id: 2 })).toMatchObject(missing)
  })
})
