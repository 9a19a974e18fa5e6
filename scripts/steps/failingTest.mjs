import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { AnsiUp } from 'ansi_up'
import { inRoot } from './paths.mjs'

/** A bot that keeps its orders in a variable, and the test that finds it. */
const files = {
  'vitest.config.mjs': 'export default {}',
  'bot.ts': `import { Bot } from 'earshot'

export function createBot() {
  const orders: string[] = []
  return new Bot()
    .command('order <what...>', { description: 'Order something' }, (ctx) => {
      orders.push(ctx.args.what)
      return 'Noted.'
    })
    .command('orders', { description: 'List what is ordered' }, () => orders.join(', ') || 'Nothing is ordered.')
}
`,
  'bot.test.ts': `import { expect, it } from 'vitest'
import { testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { createBot } from './bot.js'

it('remembers orders when it is restarted', async () => {
  const chat = await testBot(createBot)
  await chat.as('hamlet').say('@**Echo** order 40 rolls')
  await chat.restart()
  expect(await chat.as('iago').say('@**Echo** orders')).toHaveReplied('40 rolls')
})
`,
}

/** What a terminal shows of a test that fails, as HTML: without times and folders, which differ each time. */
export function failingTest() {
  // In a folder of the package, which finds `earshot` by its own name.
  const folder = mkdtempSync(inRoot('dist', 'failing-test-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs')
    const env = { ...process.env, FORCE_COLOR: '1' }
    const { stderr } = spawnSync(process.execPath, [vitest, 'run'], { cwd: folder, encoding: 'utf8', env })
    const failure = stderr
      .split('\n')
      .filter((line) => stripVTControlCharacters(line).trim() !== '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯')
    const html = new AnsiUp()
    html.use_classes = true
    return terminal(html.ansi_to_html(failure.slice(0, -3).join('\n').trim()))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const terminal = (text) => `<!doctype html><style>
@font-face { font-family: terminal; src: url(data:font/woff2;base64,${font()}) }
body { margin: 0; background: #16181d; color: #d6dae0 }
pre { display: inline-block; margin: 0; padding: 24px 28px; font: 15px/1.5 terminal, monospace }
.ansi-red-bg { background: #c4434f; color: #fff }
.ansi-red-fg { color: #ff8088 } .ansi-green-fg { color: #93d29b } .ansi-yellow-fg { color: #e2c27a }
.ansi-blue-fg { color: #86b4f5 } .ansi-magenta-fg { color: #d3a1ee } .ansi-cyan-fg { color: #7fcbd6 }
.ansi-bright-black-fg { color: #7d8590 }
</style><pre>${text}</pre>`

const font = () =>
  readFileSync(
    inRoot('node_modules', '@fontsource', 'jetbrains-mono', 'files', 'jetbrains-mono-latin-400-normal.woff2'),
    'base64',
  )
