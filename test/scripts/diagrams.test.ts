import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { diagrams }: { diagrams(): Promise<Record<string, string>> } = await import(
  new URL('../../scripts/steps/diagrams.mjs', import.meta.url).href
)
const drawn = await diagrams()

it.each(Object.keys(drawn))(
  'docs/images/%s is drawn from docs/diagrams (node scripts/screenshots.mjs draws it)',
  (name) => {
    expect(readFileSync(new URL(`../../docs/images/${name}`, import.meta.url), 'utf8')).toBe(drawn[name])
  },
)
