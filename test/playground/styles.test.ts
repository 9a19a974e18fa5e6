import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../../src/playground/page/styles/', import.meta.url)

interface Declaration {
  readonly property: string
  readonly value: string
  readonly where: string
}

/** The declarations of all stylesheets but the one that defines the scale. */
const declarations: readonly Declaration[] = readdirSync(folder)
  .filter((name) => name !== 'tokens.css')
  .flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    return [...text.matchAll(/^\s+(-?[a-z-]+):\s*([^;{}]+);/gm)].map(([line, property = '', value = '']) => ({
      property,
      value: value.replace(/\s+/g, ' '),
      where: `${name}: ${line.trim()}`,
    }))
  })

const off = (isOff: (declaration: Declaration) => boolean) => declarations.filter(isOff).map(({ where }) => where)

/** Lengths in a value, without those that a token stands for. */
const lengthsIn = (value: string) => value.match(/-?\d*\.?\d+(px|rem|em)\b/g) ?? []

describe('the stylesheets of the playground take from the tokens', () => {
  it('every colour and shadow', () => {
    expect(off(({ value }) => /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|light-dark)\(/i.test(value))).toEqual([])
    const colours = /^(color|background|border(-\w+)*-color|outline-color|fill|stroke|box-shadow)$/
    const free = /^(none|inherit|currentColor|transparent)$|var\(--/
    expect(off(({ property, value }) => colours.test(property) && !free.test(value))).toEqual([])
  })

  it('every font and size of text', () => {
    expect(
      off(
        ({ property, value }) => /^(font|font-family)$/.test(property) && !/^(inherit|var\(--[a-z-]+\))$/.test(value),
      ),
    ).toEqual([])
    expect(off(({ property, value }) => /^(font-size|line-height)$/.test(property) && value !== 'inherit')).toEqual([])
    expect(off(({ property, value }) => property === 'font-weight' && !/^(400|500|600|inherit)$/.test(value))).toEqual(
      [],
    )
  })

  it('every space, but for hairlines', () => {
    const spaces = /^(padding|margin|gap|row-gap|column-gap)(-|$)/
    expect(
      off(({ property, value }) => spaces.test(property) && lengthsIn(value).some((one) => !/^-?[12]px$/.test(one))),
    ).toEqual([])
  })

  it('every radius', () => {
    const free = /^(0|50%|var\(--radius(-\w+)?\))$/
    expect(off(({ property, value }) => property === 'border-radius' && !free.test(value))).toEqual([])
  })

  it('the heights of controls: 24, 28 and 32 pixels', () => {
    const heights = ['--height-small: 1.5rem', '--height: 1.75rem', '--height-large: 2rem']
    const tokens = readFileSync(new URL('tokens.css', folder), 'utf8')
    expect(heights.filter((height) => !tokens.includes(height))).toEqual([])
  })

  it('both colours of borders', () => {
    const borders = off(
      ({ property, value }) =>
        /^border(-(top|bottom|inline|block)(-\w+)?)?$/.test(property) &&
        /solid/.test(value) &&
        !/solid (var\(--(line|line-strong|text-quiet)\)|transparent|var\(--bad\))$/.test(value),
    )
    expect(borders).toEqual([])
  })
})
