import { describe, expect, it } from 'vitest'
import { fileLink, roomLeft } from '../../src/playground/page/chat/compose/inserting.js'

describe('what is put into a message', () => {
  it('keeps the name of a file from ending its link', () => {
    expect(fileLink('a]b[c\\.txt', '/u/a')).toBe('[abc.txt](/u/a)')
    expect(fileLink('[]', '/u/a')).toBe('[file](/u/a)')
  })

  it('is told how much room is left, when it gets little', () => {
    expect(roomLeft('short', 10_000)).toBeUndefined()
    expect(roomLeft('x'.repeat(9_900), 10_000)).toBe('100 left')
    expect(roomLeft('x'.repeat(10_001), 10_000)).toBe('1 character too long: the end will be cut')
    expect(roomLeft('😀'.repeat(60), 60)).toBe('0 left')
  })
})
