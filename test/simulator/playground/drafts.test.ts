import { describe, expect, it } from 'vitest'
import { draftOf, keepDraft, type Shelf } from '../../../src/simulator/playground/page/chat/compose/drafts.js'

function shelf(): Shelf & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('drafts', () => {
  it('are kept for each person and place', () => {
    const on = shelf()
    keepDraft(on, 7, 'channel/3/lunch', { text: 'bread' })
    keepDraft(on, 7, 'channel/3', { text: 'flour', topic: 'rye' })
    expect(draftOf(on, 7, 'channel/3/lunch')).toEqual({ text: 'bread' })
    expect(draftOf(on, 7, 'channel/3')).toEqual({ text: 'flour', topic: 'rye' })
    expect(draftOf(on, 8, 'channel/3')).toEqual({ text: '' })
  })

  it('are forgotten when nothing is written', () => {
    const on = shelf()
    keepDraft(on, 7, 'dm/8', { text: 'bread' })
    keepDraft(on, 7, 'dm/8', { text: ' \n' })
    expect(on.kept.size).toBe(0)
  })

  it.each(['', '{', 'null', '5', '{"text":5}', '[]'])('are nothing where %j is kept', (value) => {
    const on = { ...shelf(), getItem: () => value }
    expect(draftOf(on, 7, 'dm/8')).toEqual({ text: '' })
  })

  it('are lost, and nothing else, where nothing can be kept', () => {
    const full = {
      ...shelf(),
      getItem: (): string => {
        throw new Error('forbidden')
      },
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => keepDraft(full, 7, 'dm/8', { text: 'bread' })).not.toThrow()
    expect(draftOf(full, 7, 'dm/8')).toEqual({ text: '' })
  })
})
