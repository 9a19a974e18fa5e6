import { createHash } from 'node:crypto'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
interface Scripts {
  secretsIn(output: string, known: readonly string[]): { line: number; text: string }[]
  verdictOf(code: number, output: string): { ok: boolean; unknown?: boolean; note?: string; advice?: string }
}
const script = (name: string) => new URL(`../../scripts/steps/${name}.mjs`, import.meta.url).href
const { secretsIn }: Pick<Scripts, 'secretsIn'> = await import(script('secrets'))
const { verdictOf }: Pick<Scripts, 'verdictOf'> = await import(script('audit'))

describe('secretsIn', () => {
  const simulator = createSimulator({ randomSeed: 4_242 })
  const { apiKey, token = '' } = simulator.credentials('echo')

  it.each([
    ['key', apiKey],
    ['token', token],
  ])("finds a simulator's %s in output", (_, secret) => {
    const output = `fine\n  it works \u001b[32m(key: ${secret})\u001b[39m\nfine`
    expect(secretsIn(output, [])).toEqual([{ line: 2, text: 'it works (key: ***)' }])
  })

  it('finds a known secret in output', () => {
    expect(secretsIn('Basic ZWNobzprZXk=', ['ZWNobzprZXk='])).toEqual([{ line: 1, text: 'Basic ***' }])
  })

  it.each([
    ['a digest', createHash('md5').update('').digest('hex')],
    ['a long name', 'aVeryLongNameOfAFunctionWithoutOneDigit'],
    ['the hash of a package', `sha512-${createHash('sha512').update('').digest('base64')}`],
    ['one letter again and again', 'k'.repeat(32)],
    ['a UUID', '98abd769-0820-62e3-2946-cf1ae0059b79'],
  ])('ignores %s', (_, text) => {
    expect(secretsIn(text, [])).toEqual([])
  })
})

describe('the audit step', () => {
  it('passes without vulnerabilities', () => {
    expect(verdictOf(0, JSON.stringify({ metadata: { vulnerabilities: { total: 0 } } }))).toMatchObject({ ok: true })
  })

  it('fails and names a vulnerability', () => {
    const vulnerabilities = { loaf: { name: 'loaf', severity: 'high' } }
    const verdict = verdictOf(1, JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { total: 1 } } }))
    expect(verdict).toMatchObject({ ok: false, advice: expect.stringContaining('loaf: high') })
  })

  it.each(['', 'npm error audit endpoint returned an error', '{"error":{"summary":"405 Method Not Allowed"}}'])(
    "passes with a note if the registry doesn't respond: %j",
    (output) => {
      expect(verdictOf(1, output)).toMatchObject({
        ok: true,
        unknown: true,
        note: expect.stringContaining('not known'),
      })
    },
  )
})
