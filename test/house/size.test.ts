import { runInThisContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type { Receiver } from 'earshot/receiver'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from './sources.js'

/** Thousands of bytes, gzipped. Lower it when it has become less; what makes it more has to be worth it. */
const most = 144

const account = {
  site: 'https://chat.example.com',
  email: 'echo-bot@example.com',
  apiKey: 'a key that is long',
  token: 'a token that is long',
}
const helloWorld = `
import { Bot, silent } from './src/index.ts'
import { createReceiver } from './src/receiver/index.ts'
const bot = new Bot()
bot.onMention((ctx) => 'You said: ' + ctx.text)
const { token, ...credentials } = ${JSON.stringify(account)}
export const receiver = createReceiver({ bots: [{ bot, credentials, tokens: [token] }], log: silent })
`

/** A word of each other language. */
const otherLanguages = /Schreib|Écrivez|Escribe|ください/g

async function bundled(contents: string, charset: 'ascii' | 'utf8' = 'ascii'): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    charset,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'hello',
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

describe('the smallest bot, bundled for an edge runtime', () => {
  let text: string
  beforeAll(async () => {
    text = await bundled(helloWorld)
  })

  it(`is at most ${most} KB compressed`, () => {
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(most * 1_000)
  })

  it('contains no language but English', async () => {
    const readable = await bundled(helloWorld, 'utf8')
    expect(readable).toContain('to learn more about one of them')
    expect(readable).not.toMatch(otherLanguages)
    const languages = await bundled("export * from './src/sentences.ts'", 'utf8')
    expect(new Set(languages.match(otherLanguages)).size).toBe(4)
  })

  it('contains no table of emoji', async () => {
    expect(text).not.toContain('rolling_on_the_floor_laughing')
    expect(await bundled("export * from './src/emoji.ts'")).toContain('rolling_on_the_floor_laughing')
  })

  it('still explains what is wrong with a notification', async () => {
    const run = `(() => { ${text}; return hello })()`
    const { receiver } = runInThisContext(run) as { readonly receiver: Receiver }
    const body = JSON.stringify({ bot_email: account.email, token: account.token, trigger: 1, message: {} })
    const response = await receiver.fetch(new Request('https://bots.example.com/', { method: 'POST', body }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('expected string, received number')
  })
})

describe('the modules loaded for `earshot --help`', () => {
  it('are only the command declarations', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['src/cli/earshot.ts'],
      bundle: true,
      metafile: true,
      write: false,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
    })
    const loaded = new Set(['src/cli/earshot.ts'])
    for (const path of loaded) {
      const atOnce = metafile.inputs[path]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
      for (const { path: imported } of atOnce) loaded.add(imported)
    }
    expect([...loaded]).toContain('src/cli/serve/command.ts')
    expect(
      [...loaded].filter((path) => !/^(node:|src\/cli\/.*(command|shared\/\w+|templates)\.ts$)/.test(path)).sort(),
    ).toEqual([
      'src/cli/cli.ts',
      'src/cli/earshot.ts',
      'src/node/shutdownSignals.ts',
      'src/protocol/levels/companionLevels.ts',
      'src/protocol/levels/features.ts',
      'src/protocol/levels/settings.ts',
      'src/protocol/levels/specLevels.ts',
      'src/text/duration.ts',
      'src/text/fold.ts',
      'src/text/nearest.ts',
      'src/text/printable.ts',
      'src/values.ts',
      'string-width',
    ])
    expect([...loaded].filter((path) => path.endsWith('usageError.ts'))).toEqual([])
  })
})
