import type { Place } from '../seedFile/place.js'

/** Where each value of a text stands that is JSON. */
export function placesInJson(text: string): Place {
  const tokens = [...text.matchAll(token)].map(({ 0: word, index }) => ({ word, at: index }))
  let next = 0
  return value()

  function value(keyAt?: number): Place {
    const { word, at } = taken()
    const inner = new Map<string, Place>()
    const place = { at, inner, ...(keyAt !== undefined && { keyAt }) }
    if (word === '{') {
      while (!isOver('}')) {
        const name = taken()
        inner.set(JSON.parse(name.word), value(name.at))
      }
    } else if (word === '[') {
      while (!isOver(']')) inner.set(String(inner.size), value())
    }
    return place
  }

  function taken() {
    const found = tokens[next] ?? { word: '', at: text.length }
    next += 1
    return found
  }

  function isOver(end: string): boolean {
    if (next < tokens.length && tokens[next]?.word !== end) return false
    next += 1
    return true
  }
}

/** Brackets, texts, and what stands bare; commas and colons say nothing where all is well. */
const token = /[{}[\]]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g
