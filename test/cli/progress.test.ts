import { expect, it } from 'vitest'
import { progressOn } from '../../src/cli/shared/progress.js'
import { pretendTerminal } from './inProcess.js'

function shown(columns: number | undefined, environment: Readonly<Record<string, string>> = {}): string {
  const { terminal, printed } = pretendTerminal({
    environment: { NO_COLOR: '1', ...environment },
    ...(columns && { columns }),
  })
  let now = 0
  const progress = progressOn(terminal, { now: () => now })
  for (const at of [1, 50, 4_000, 10_100]) {
    now = at
    progress.show(`${at} ms`)
  }
  progress.end()
  return printed.err
}

it('prints progress over one line of a terminal, and removes it at the end', () => {
  expect(shown(80)).toBe('\r1 ms\u001b[K\r4000 ms\u001b[K\r10100 ms\u001b[K\r\u001b[K')
})

it('cuts progress to the width of the terminal', () => {
  expect(shown(7)).toContain('\r10100…\u001b[K')
})

it.each([
  ['into a log', undefined, {}],
  ['on a terminal that prints nothing over', 80, { TERM: 'dumb' }],
] as const)('prints progress %s as a line every ten seconds', (_, columns, environment) => {
  expect(shown(columns, environment)).toBe('10100 ms\n')
})
