import { describe, expect, it } from 'vitest'
import { addressing } from './addressing.js'
import { answers } from './answers.js'
import { dates } from './dates.js'
import { languages } from './languages.js'
import { moreDates } from './moreDates.js'
import { type Kind, outcomes } from './typedBot.js'
import { words } from './words.js'

const kinds = [...words, ...dates, ...moreDates, ...addressing, ...answers, ...languages]

describe('what people type', () => {
  it.each(kinds)('is understood or refused, never something else: $kind', async (kind) => {
    expect(await wrong(kind)).toEqual([])
  })

  it('is listed with at least 450 rows, each once', () => {
    const rows = kinds.flatMap(({ kind, rows }) => rows.map(([typed]) => `${kind}: ${typed}`))
    expect(rows.length).toBeGreaterThanOrEqual(450)
    expect(rows.filter((row, at) => rows.indexOf(row) < at)).toEqual([])
  })
})

async function wrong(kind: Kind) {
  const came = await outcomes(kind)
  return kind.rows.flatMap(([typed, ...meanings], at) =>
    meanings.includes(came[at] ?? '') ? [] : [{ typed, came: came[at], meanings }],
  )
}
