import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { type Consumer, installElsewhere, ownEnvironment, quietly, root } from './consumer.js'
import { isDeclared, listensInCluster, runsInCluster } from './deployed/cluster.js'
import { isComposed, listensInContainer, runsInContainer } from './deployed/container.js'
import { runsOnLambda } from './deployed/lambda.js'
import { endAll } from './deployed/process.js'
import { runsAlone, runsOn } from './deployed/runtime.js'
import { runsOnVercel } from './deployed/vercel.js'
import { runsAsWorker, runsChatSdkAsWorker } from './deployed/worker.js'
import { bun, deno, hasPackages, linkPackages } from './runtimes.js'

/**
 * The first ten minutes: from the packed package in an empty folder to a bot that answers. What the templates need is
 * installed once, in the folder around theirs.
 */

let consumer: Consumer
let earshot = ''
const running: ChildProcess[] = []

const templates = readdirSync(join(root, 'templates'), { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? one.name : [],
)
/** Those with a runtime of their own, which runs their tests too. */
const elsewhere = ['bun', 'deno']
const onNode = templates.filter((template) => !elsewhere.includes(template))
/** Those that name packages which are not ours. */
const needy = ['aws-lambda', 'cloudflare-workers', 'vercel']

/** What `earshot new --json` said of each. */
const made = new Map<string, { readonly earshot: string }>()
/** How the tests of those on Node went: it takes a third of the time to run them all at once. */
const tested = new Map<string, readonly string[]>()

beforeAll(async () => {
  const ours = ['tsx', 'vitest', '@photostructure/sqlite', 'bullmq', 'ioredis', 'esbuild', '@opentelemetry/api']
  ours.push('chat', '@chat-adapter/shared', '@chat-adapter/state-memory', '@chat-adapter/state-ioredis')
  consumer = await installElsewhere(ours)
  linkPackages(consumer.folder)
  earshot = join(consumer.folder, 'node_modules', '.bin', 'earshot')
  for (const template of templates) {
    made.set(template, JSON.parse(await consumer.node(earshot, 'new', template, '--template', template, '--json')))
    // Deno looks for what the template's own manifest names, and nowhere else.
    if (elsewhere.includes(template)) await consumer.npm(template, 'install', ...quietly)
    else symlinkSync(join('..', 'node_modules'), join(consumer.folder, template, 'node_modules'), 'junction')
  }
  await testThoseOnNode()
}, 400_000)

afterAll(() => {
  endAll()
  for (const child of running) child.kill('SIGKILL')
  consumer?.remove()
})

async function testThoseOnNode(): Promise<void> {
  const vitest = join(consumer.folder, 'node_modules', 'vitest', 'vitest.mjs')
  const chosen = onNode.map((template) => `${template}${sep}`)
  const report = await consumer.node(vitest, 'run', '--reporter=json', ...chosen).catch((error: Error) => error.message)
  const { testResults } = JSON.parse(/^\{"num.*\}$/m.exec(report)?.[0] ?? '{"testResults":[]}') as Report
  for (const template of onNode) {
    const files = testResults.filter(({ name }) => name.includes(`${sep}${template}${sep}`))
    tested.set(
      template,
      files.flatMap(({ status, message, assertionResults }) => [
        ...(status === 'passed' ? [] : [message]),
        ...assertionResults.map((test) => `${test.status} ${test.title}`),
      ]),
    )
  }
}

/** What Vitest says of all tests. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

describe('the packed package', () => {
  it.each(templates)('creates a project from the template %s', (template) => {
    const manifest = JSON.parse(readFileSync(join(consumer.folder, template, 'package.json'), 'utf8'))
    expect(manifest.name).toBe(template)
    expect(made.get(template)?.earshot).toMatch(/^file:vendor\/earshot-[\d.]+\.tgz$/)
    expect(existsSync(join(consumer.folder, template, manifest.dependencies.earshot.slice('file:'.length)))).toBe(true)
    expect(readFileSync(join(consumer.folder, template, '.gitignore'), 'utf8')).toContain('earshotrc')
    // All that it names is installed, but for what it calls itself and what could not be had.
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const missing = named.filter((name) => !existsSync(join(consumer.folder, 'node_modules', name)))
    if (hasPackages || !(needy.includes(template) || elsewhere.includes(template))) expect(missing).toEqual([])
  })

  it.each(onNode)('passes the tests of the template %s', (template) => {
    const results = tested.get(template) ?? []
    expect(results.length).toBeGreaterThan(2)
    expect(results.filter((result) => !result.startsWith('passed '))).toEqual([])
    const { scripts } = JSON.parse(readFileSync(join(consumer.folder, template, 'package.json'), 'utf8'))
    expect(scripts.test).toMatch(/^vitest run\b/)
  })

  it.each(['minimal', 'cloudflare-workers'])('runs the test script of the template %s', async (template) => {
    const said = await consumer.npm(template, 'test')
    expect(said).toMatch(/Tests .*\d+ passed/)
    if (template === 'cloudflare-workers') expect(said).toMatch(/^1 passed$/m)
  })

  it.each(onNode.filter((template) => hasPackages || !needy.includes(template)))(
    'type-checks the template %s',
    async (template) => {
      expect(await consumer.npm(template, 'run', 'check')).not.toContain('error')
    },
  )

  it('reloads a changed bot during a chat', async () => {
    const folder = join(consumer.folder, 'hello')
    await consumer.node(earshot, 'new', 'hello', '--template', 'commands')
    const child = spawn(process.execPath, [earshot, 'dev', 'bot.ts', '--json'], { cwd: folder, env: ownEnvironment })
    running.push(child)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const until = async (text: string) => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`It ended without ${text}.`)
        if (value.includes(text)) return value
      }
    }
    child.stdin.write('orders\n')
    await until('"text":"Nothing is ordered."')
    const file = join(folder, 'orderBook.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Nothing is ordered.', 'The oven is cold.'))
    await until('"again":true')
    child.stdin.write('/as hamlet\norders\n')
    expect(JSON.parse(await until('"text":"The oven is cold."'))).toMatchObject({ event: 'message', sender: 'Hello' })
    child.stdin.write('/quit\n')
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

describe('a bot from a template', () => {
  it.skipIf(!hasPackages)('runs in a container', () => runsInContainer(consumer, 'node-docker'))

  it('listens to events in a container', () => listensInContainer(consumer, 'node-docker'))

  it('runs with minimal rights in Compose', () => isComposed(consumer, 'node-docker'))

  it.skipIf(!hasPackages || !hasRedis)('runs on Lambda', () => runsOnLambda(consumer, 'aws-lambda'))

  it.skipIf(!hasPackages || !hasRedis)('runs on Vercel', () => runsOnVercel(consumer, 'vercel'))

  it.skipIf(!hasPackages || !hasRedis)('runs in a cluster whose processes are killed', () =>
    runsInCluster(consumer, 'kubernetes'),
  )

  it('listens to events in a cluster', () => listensInCluster(consumer, 'kubernetes'))

  it.skipIf(!hasPackages)('runs in a Cloudflare worker', () => runsAsWorker(consumer, 'cloudflare-workers'))

  it.skipIf(!hasPackages)('runs in a Cloudflare worker as a bot of the Chat SDK', () => runsChatSdkAsWorker(consumer))

  it.skipIf(deno === undefined)('runs on Deno', () => runsOn(['deno', 'task'], consumer, 'deno'))

  it.skipIf(bun === undefined || !hasPackages)('runs on Bun', () => runsOn(['bun', 'run'], consumer, 'bun'))

  it.skipIf(bun === undefined || !hasPackages)('runs as a single Bun executable', () => runsAlone(consumer, 'bun'))

  it.skipIf(!hasPackages).each(['k8s', 'k8s-listen'])('has valid Kubernetes manifests in %s', (folder) =>
    isDeclared(consumer, 'kubernetes', folder),
  )
})

it('all hosting templates have the same bot', () => {
  const copies = (file: string) =>
    templates.map((template) => join(root, 'templates', template, file)).filter(existsSync)
  const without = ['assistant', 'chat-sdk', 'commands', 'conversation', 'minimal', 'multi-bot']
  const bots = copies('bot.ts').filter((path) => !without.some((template) => path.includes(`${sep}${template}${sep}`)))
  expect(bots.length).toBe(templates.length - without.length)
  const texts = bots.map((path) => readFileSync(path, 'utf8'))
  expect(new Set(texts).size).toBe(1)
})
