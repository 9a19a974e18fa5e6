import { runInThisContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type { Receiver } from 'earshot/edge'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from './sources.js'

/** Thousands of bytes, gzipped, by what the bot comes from. Lower it when it has become less; what makes it more has to be worth it. */
const sizes = [
  // Was 82 and 59 before unknown options were refused, and ctx.sleep, ctx.send to anywhere, and 30 more endpoints came.
  ['earshot', './src/index.ts', 88],
  ['earshot/edge', './src/edge.ts', 64],
] as const

const account = {
  site: 'https://chat.example.com',
  email: 'echo-bot@example.com',
  apiKey: 'a key that is long',
  token: 'a token that is long',
}
const helloWorld = (entry: string) => `
import { Bot, createReceiver, silent } from '${entry}'
const bot = new Bot()
bot.onMention((ctx) => 'You said: ' + ctx.text)
const { token, ...credentials } = ${JSON.stringify(account)}
export const receiver = createReceiver({ bots: [{ bot, credentials, tokens: [token] }], log: silent })
`

interface Bundle {
  readonly text: string
  readonly inputs: readonly string[]
}

async function bundled(entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: helloWorld(entry), resolveDir: root },
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'iife',
    globalName: 'hello',
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    logLevel: 'silent',
  })
  const [output] = Object.values(metafile.outputs)
  const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { text: outputFiles[0]?.text ?? '', inputs: used.map(([path]) => path) }
}

describe.each(sizes)('the smallest bot of %s, bundled for an edge runtime', (_, entry, most) => {
  let bundle: Bundle
  beforeAll(async () => {
    bundle = await bundled(entry)
  })

  it(`is sent in ${most} KB`, () => {
    expect(gzipSync(bundle.text, { level: 9 }).length).toBeLessThanOrEqual(most * 1_000)
  })

  it('brings neither zod nor what is declared with it, but what is written down of that', () => {
    expect(bundle.inputs).toContain('src/protocol/written.ts')
    const declared = /node_modules\/zod\/|^src\/protocol\/(endpoints|entities)\/|^src\/protocol\/errors\.ts/
    expect(bundle.inputs.filter((path) => declared.test(path))).toEqual([])
  })

  it('still says what is wrong with a notification', async () => {
    const run = `(() => { ${bundle.text}; return hello })()`
    const { receiver } = runInThisContext(run) as { readonly receiver: Receiver }
    const body = JSON.stringify({ bot_email: account.email, token: account.token, trigger: 1, message: {} })
    const response = await receiver.fetch(new Request('https://bots.example.com/', { method: 'POST', body }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('expected string, received number')
  })
})

describe('the bot of earshot/edge', () => {
  it('brings nothing of what it was not made with', async () => {
    const { inputs } = await bundled('./src/edge.ts')
    const parts =
      /^src\/bot\/(schedule|arguments\/(user|topic|date|zone)|conversation\/(conversations|run\.|ledger|shelf))|croner/
    expect(inputs.filter((path) => parts.test(path))).toEqual([])
  })
})

describe('what Node loads with the package', () => {
  it.each(['src/index.ts', 'src/receiver/index.ts', 'src/node/client.ts'])(
    'is neither zod nor what is declared with it, from %s on',
    async (entry) => {
      const { metafile } = await build({
        absWorkingDir: root,
        entryPoints: [entry],
        bundle: true,
        metafile: true,
        write: false,
        format: 'esm',
        packages: 'external',
        external: ['node:*'],
        logLevel: 'silent',
      })
      const ways = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
        imports.map((imported) => `${path} → ${imported.path}`),
      )
      expect(ways.length).toBeGreaterThan(20)
      expect(ways.filter((way) => /→ (zod\b|src\/protocol\/index\.ts)/.test(way))).toEqual([])
    },
  )
})

describe('what Node loads for `earshot --help`', () => {
  it('is what the commands say of themselves, and nothing of what they do', async () => {
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
      'src/node/repeatedSignal.ts',
      'src/protocol/deliveryRules.ts',
      'src/protocol/features.ts',
      'src/protocol/written.ts',
    ])
    expect([...loaded].filter((path) => path.endsWith('usageError.ts'))).toEqual([])
  })
})
