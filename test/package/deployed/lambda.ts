import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Format } from 'esbuild'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { startRedis } from '../../storage/redisServer.js'
import type { Consumer } from '../consumer.js'
import { withChatServer } from './conversation.js'
import { start } from './process.js'

const host = fileURLToPath(new URL('hosts/lambda.ts', import.meta.url))

/** Builds both functions as `template.yaml` says that SAM builds them, and calls them as Lambda does. */
export async function runsOnLambda(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const { Globals, Resources } = parse(readFileSync(join(folder, 'template.yaml'), 'utf8'), { customTags: intrinsics })
  const [receive, work] = await Promise.all([Resources.Receive, Resources.Work].map((one) => bundle(folder, one)))
  expect(Resources.Receive.Properties.Environment.Variables).toEqual({ WORK_FUNCTION: 'Work' })
  // What is deployed is told everything that the functions ask for.
  const told = Object.keys(Globals.Function.Environment.Variables)

  const redis = await startRedis()
  try {
    await withChatServer(async ({ simulator, environment, converse, ask }) => {
      const own = { ...environment, EARSHOT_QUEUE: redis.address }
      expect(told).toEqual(expect.arrayContaining(Object.keys(own)))
      const { url, end } = await start(process.execPath, ['--import', 'tsx', host, receive ?? '', work ?? ''], {
        folder,
        environment: {
          ...own,
          WORK_FUNCTION: 'Work',
          AWS_REGION: 'eu-central-1',
          AWS_ACCESS_KEY_ID: 'nobody',
          AWS_SECRET_ACCESS_KEY: 'nothing',
        },
      })
      await converse(url)
      expect(await ask(url, 'recall')).toBe('You told me: the rye')
      // Acknowledged by the one function; answered by the other.
      expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['quiet', 'quiet', 'quiet', 'quiet'])
      expect((await fetch(url)).status).toBe(405)
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400)
      await end('SIGKILL')
    })
  } finally {
    await redis.stop()
  }
}

interface SamFunction {
  readonly Metadata: { readonly BuildMethod: string; readonly BuildProperties: BuildProperties }
  readonly Properties: { readonly Handler: string }
}

interface BuildProperties {
  readonly Format: Format
  readonly Target: string
  readonly OutExtension: readonly string[]
  readonly External: string[]
  readonly Banner: readonly string[]
  readonly EntryPoints: string[]
}

/** The file that the function's handler is in. */
async function bundle(folder: string, { Metadata, Properties }: SamFunction): Promise<string> {
  expect(Metadata.BuildMethod).toBe('esbuild')
  const { Format, Target, OutExtension, External, Banner, EntryPoints } = Metadata.BuildProperties
  const outdir = join(folder, '.aws-sam')
  await build({
    absWorkingDir: folder,
    entryPoints: EntryPoints,
    bundle: true,
    platform: 'node',
    format: Format,
    target: Target,
    external: External,
    banner: pairsOf(Banner),
    outExtension: pairsOf(OutExtension),
    outdir,
    logLevel: 'error',
  })
  const [file, handler] = Properties.Handler.split('.')
  expect(handler).toBe('handler')
  return join(outdir, `${file}.mjs`)
}

/** `js=import …` */
const pairsOf = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]))

/** CloudFormation's own words in YAML. */
const intrinsics = ['!Ref', '!GetAtt', '!Sub'].map((tag) => ({ tag, resolve: (text: string) => text }))
