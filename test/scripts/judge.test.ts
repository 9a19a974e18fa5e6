import { describe, expect, it } from 'vitest'

interface Verdict {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  readonly note?: string
  readonly advice?: string
}

interface TestCase {
  readonly status: string
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly failureMessages?: readonly string[]
}

type Judge = (
  run: { code: number; tookTooLong?: boolean },
  report: { testResults: { name: string; status: string; assertionResults: TestCase[] }[] } | undefined,
  options: { limitMs: number; chosen?: boolean; ci?: boolean },
) => Verdict

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const scripts = new URL('../../scripts/steps/tests.mjs', import.meta.url).href
const { judge }: { judge: Judge } = await import(scripts)

const limitMs = 60_000
const file = (name: string, status: string, ...assertionResults: TestCase[]) => ({ name, status, assertionResults })
const passed = { status: 'passed', ancestorTitles: ['a bot'], title: 'works' }
const failed = { status: 'failed', ancestorTitles: ['a bot'], title: 'breaks' }
const skipped = { status: 'skipped', ancestorTitles: ['a bot'], title: 'rests' }

describe('the verdict on a test run', () => {
  it('is ok if every test passed', () => {
    const report = { testResults: [file('a.test.ts', 'passed', passed, passed)] }
    expect(judge({ code: 0 }, report, { limitMs })).toMatchObject({ ok: true, passed: 2, failed: 0 })
  })

  it('names a failed test', () => {
    const report = { testResults: [file('a.test.ts', 'failed', passed, failed)] }
    const verdict = judge({ code: 1 }, report, { limitMs })
    expect(verdict).toMatchObject({ ok: false, passed: 1, failed: 1 })
    expect(verdict.advice).toContain('a.test.ts > a bot > breaks')
  })

  it('includes the message of a failed test', () => {
    const failureMessages = ['Error: it was late\n    at the station']
    const report = { testResults: [file('a.test.ts', 'failed', { ...failed, failureMessages })] }
    expect(judge({ code: 1 }, report, { limitMs }).advice).toContain('a.test.ts > a bot > breaks: Error: it was late')
  })

  it('counts a file that failed to load as a failure', () => {
    const report = { testResults: [file('a.test.ts', 'passed', passed), file('b.test.ts', 'failed')] }
    const verdict = judge({ code: 1 }, report, { limitMs })
    expect(verdict).toMatchObject({ ok: false, passed: 1, failed: 1 })
    expect(verdict.advice).toContain('b.test.ts')
  })

  it('counts a file with a failed set-up as a failure, though its tests are skipped', () => {
    const report = { testResults: [file('a.test.ts', 'failed', skipped)] }
    expect(judge({ code: 1 }, report, { limitMs, ci: true })).toMatchObject({ ok: false, passed: 0, failed: 1 })
  })

  it('ignores a skipped test locally but not in CI', () => {
    const report = { testResults: [file('a.test.ts', 'passed', passed, skipped)] }
    expect(judge({ code: 0 }, report, { limitMs })).toMatchObject({ ok: true, passed: 1, failed: 0 })
    const inCi = judge({ code: 0 }, report, { limitMs, ci: true })
    expect(inCi).toMatchObject({ ok: false, passed: 1, failed: 1 })
    expect(inCi.advice).toContain('a.test.ts > a bot > rests')
  })

  it('ignores tests excluded by a name pattern', () => {
    const report = { testResults: [file('a.test.ts', 'passed', passed, skipped)] }
    expect(judge({ code: 0 }, report, { limitMs, ci: true, chosen: true })).toMatchObject({ ok: true, failed: 0 })
  })

  it.each([
    [
      'an error outside of the tests',
      { code: 1 },
      { testResults: [file('a.test.ts', 'passed', passed)] },
      'ended with code 1',
    ],
    ['a crash before the report', { code: 134 }, undefined, 'left no report'],
    ['a run in which nothing ran', { code: 0 }, { testResults: [] }, 'no test ran'],
    ['a run that hangs', { code: 143, tookTooLong: true }, undefined, 'stopped after 1 min 0 s'],
  ])('is a failure for %s', (_, run, report, advice) => {
    const verdict = judge(run, report, { limitMs })
    expect(verdict).toMatchObject({ ok: false, failed: 1 })
    expect(verdict.advice).toContain(advice)
  })
})
