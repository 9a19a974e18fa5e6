import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { type Consumer, installElsewhere, output, quietly, root } from './consumer.js'
import { withChatServer } from './deployed/conversation.js'
import { endAll, freePort, start } from './deployed/process.js'
import { hasPackages, linkPackages } from './runtimes.js'

/** The examples of "Mounting a bot", as apps of their own with the packed package, while a chat server posts to them. */

const place = 'docs/guides/mounting.md'
const page = readFileSync(join(root, place), 'utf8')

function example(heading: string): string {
  const text = page.slice(page.indexOf(`\n## ${heading}\n`))
  return blocksOf({ place, text })[0]?.code ?? ''
}

/** SvelteKit, with what an app of it needs to be built for Node. */
const sveltekit = [
  '@sveltejs/kit@2.70.4',
  '@sveltejs/adapter-node@5.5.7',
  '@sveltejs/vite-plugin-svelte@6.2.3',
  'svelte@5.57.3',
  'vite@7.3.8',
]

let consumer: Consumer

beforeAll(async () => {
  consumer = await installElsewhere(['express', 'tsx'])
  linkPackages(consumer.folder)
})
afterAll(() => {
  endAll()
  consumer?.remove()
})

const tarball = () => readdirSync(consumer.folder).find((name) => name.endsWith('.tgz')) ?? ''

/** The bot that all templates have: it answers, remembers and repeats. */
function app(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(consumer.folder, name)
  const bot = readFileSync(join(root, 'templates', 'node-docker', 'bot.ts'), 'utf8')
  for (const [path, text] of Object.entries({ 'package.json': '{ "type": "module" }', 'bot.ts': bot, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('a bot that is mounted as the page says', () => {
  it.skipIf(!hasPackages).each(['Express', 'Fastify'])('answers in %s', async (framework) => {
    const folder = app(framework, { 'app.js': example(framework) })
    await withChatServer(async ({ environment, converse }) => {
      const options = { folder, environment: { ...environment, PORT: String(await freePort()) } }
      const { url, end } = await start(process.execPath, ['--import', 'tsx', 'app.js'], options)
      await converse(`${url}/bots/lunch`)
      expect(await (await fetch(`${url}/bots/lunch/healthz`)).json()).toEqual({ status: 'ok' })
      expect((await fetch(`${url}/bots/lunch`, { method: 'POST', body: '{}' })).status).toBe(400)
      await end('SIGKILL')
    })
  })

  it('is built and answers in Next.js', async () => {
    const element = 'export default ({ children }) => <html><body>{children}</body></html>'
    const folder = app('next', {
      'app/api/zulip/route.js': example('Next.js').replace('bot.js', 'bot.ts'),
      'app/layout.jsx': element,
    })
    await consumer.npm(
      'next',
      'install',
      ...quietly,
      join('..', tarball()),
      'next@16.4.6',
      'react@19.2.4',
      'react-dom@19.2.4',
      'typescript@5.9.3',
      '@types/react@19',
    )
    const next = join(folder, 'node_modules', 'next', 'dist', 'bin', 'next')
    await consumer.node(next, 'build', folder)
    await withChatServer(async ({ environment, converse }) => {
      const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(await freePort())]
      const { url, end } = await start(process.execPath, args, { folder, environment })
      await converse(`${url}/api/zulip`)
      await end('SIGKILL')
    })
  })

  it('is built and answers in SvelteKit', async () => {
    const folder = app('sveltekit', {
      'svelte.config.js':
        "import adapter from '@sveltejs/adapter-node'\nexport default { kit: { adapter: adapter() } }",
      'vite.config.js': "import { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit()] }",
      'src/app.html': '%sveltekit.head%%sveltekit.body%',
      'src/lib/bot.js': "export { bot } from '../../bot.ts'",
      'src/routes/api/zulip/+server.js': example('SvelteKit'),
    })
    await consumer.npm('sveltekit', 'install', ...quietly, join('..', tarball()), ...sveltekit)
    const inModules = (...path: string[]) => join(folder, 'node_modules', ...path)
    await output(process.execPath, [inModules('vite', 'bin', 'vite.js'), 'build'], folder)
    await withChatServer(async ({ environment, converse }) => {
      const address = { HOST: '127.0.0.1', PORT: String(await freePort()) }
      const { url, end } = await start(process.execPath, ['build'], {
        folder,
        environment: { ...environment, ...address },
      })
      await converse(`${url}/api/zulip`)
      await end('SIGKILL')
    })
  })
})
