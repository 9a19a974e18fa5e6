import { expect, it } from 'vitest'
import { textScreen } from '../../src/cli/dev/textScreen.js'
import { ownPlace } from '../../src/cli/shared/stack.js'

const framework = new URL('../../src/bot/delivery/run.ts', import.meta.url).pathname

/** What `earshot dev` writes about an error with these frames. */
function written(...frames: readonly string[]) {
  let text = ''
  const screen = textScreen((part) => (text += part), { paint: (_, said) => said, columns: 80 })
  const stack = ['TypeError: no dough', 'and no yeast', ...frames.map((frame) => `    at ${frame}`)].join('\n')
  screen({ event: 'log', level: 'error', message: 'The handler threw', fields: { error: { stack } } } as never)
  return text
}

const own = 'bake (file:///app/bad.ts?loading=2:14:3)'
const others = [
  `Run.reply (${framework}:7:1)`,
  'wrap (/app/node_modules/other/x.js:1:1)',
  'node:internal/timers:581:17',
]

it("shows the first frame of the reader's own files, and none of the framework's before it", () => {
  const text = written(...others, own, 'later (/app/other.ts:1:1)')
  expect(text).toContain('TypeError: no dough\n  and no yeast\n')
  expect(text.match(/ at .*/g)).toEqual([` at ${own}`])
})

it('shows the first frame of all if none is of their own files', () => {
  expect(written(...others).match(/ at .*/g)).toEqual([` at ${others[0]}`])
})

it.each<readonly [frame: string, place: object | undefined]>([
  [own, { file: '/app/bad.ts', line: 14, column: 3 }],
  ['async /my app/bad.ts:14:3', { file: '/my app/bad.ts', line: 14, column: 3 }],
  ['async Promise.all (index 0)', undefined],
  ...others.map((frame) => [frame, undefined] as const),
])('finds the place of %s', (frame, place) => {
  expect(ownPlace(frame)).toEqual(place)
})
