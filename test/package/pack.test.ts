import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Consumer, installElsewhere, manifest, quietly, root, strictest } from './consumer.js'

let consumer: Consumer

beforeAll(async () => {
  // What traces are made of is the user's to install.
  consumer = await installElsewhere(['@opentelemetry/api'])
})

afterAll(() => consumer?.remove())

/** What extends Vitest can be entered only where that is installed and runs: in the templates' tests. */
const elsewhere = ['./package.json', './testing/vitest']
/** These need packages that a consumer has to install; the programs above compile without them. */
const ofChatSdk = ['./chat-sdk', './chat-sdk/testing']
const ways = Object.keys(manifest.exports).filter((key) => ![...elsewhere, ...ofChatSdk].includes(key))

describe('the published package', () => {
  it('contains the files that its exports refer to', () => {
    const named = JSON.stringify(manifest.exports).match(/(?<=")\.\/(dist\/[^"]+|package\.json)(?="(?!:))/g) ?? []
    expect(named.length).toBeGreaterThan(14)
    expect(named.filter((path) => !consumer.published.includes(path.slice(2)))).toEqual([])
  })

  it('contains licence, changelog and templates', () => {
    expect(consumer.published).toEqual(
      expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'README.md', 'package.json', 'dist/cli/start.js']),
    )
    expect(consumer.published.filter((path) => /^templates\/minimal\/.*\.(ts|js)$/.test(path))).not.toEqual([])
  })

  it('has links to its source, homepage and issues', () => {
    const { homepage, repository, bugs } = manifest
    expect(repository.url).toMatch(/^git\+https:.*\.git$/)
    expect([homepage, bugs]).toEqual(Array(2).fill(expect.stringMatching(/^https:/)))
  })

  it("has its file name in the README's command", () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    expect(readme).toContain(`npx --yes --package ./earshot-${manifest.version}.tgz earshot new`)
  })

  it('contains no internal files', () => {
    const ours =
      /^(src|test|scripts|bench|\.)|\.tsbuildinfo$|^dist\/.*(\.test\.|\/\.)|node_modules|earshotrc$|\.env$|\.map$/
    expect(consumer.published.filter((path) => ours.test(path))).toEqual([])
  })
})

/** The oldest TypeScript that README.md promises. */
const oldest = '5.4.5'

describe('TypeScript', () => {
  it(`type-checks every entry point in version ${oldest}`, async () => {
    await consumer.npm('.', 'install', '--no-save', ...quietly, `typescript-oldest@npm:typescript@${oldest}`)
    const tsc = join(consumer.folder, 'node_modules', 'typescript-oldest', 'bin', 'tsc')
    // Hono's own types need a newer one.
    const compilerOptions = { ...strictest, target: 'es2022', skipLibCheck: true, noEmit: true }
    const project = join(consumer.folder, 'tsconfig.oldest.json')
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['everything.ts'] }))
    expect(await consumer.node(tsc, '-p', project).catch(String)).toBe('')
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`TypeScript ${oldest.slice(0, 3)} or newer`)
  })
})

/** Settings of TypeScript for programs: those of Node, and those of bundlers, which know nothing of Node's own types. */
const resolutions: Record<string, { readonly settings: object; readonly program: string }> = {
  nodenext: { settings: { module: 'NodeNext', moduleResolution: 'NodeNext' }, program: 'everything.ts' },
  bundler: { settings: { module: 'ESNext', moduleResolution: 'bundler' }, program: 'everything.ts' },
  'bundler without the types of Node': {
    settings: { module: 'ESNext', moduleResolution: 'bundler', types: [], lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
    program: 'everywhere.ts',
  },
}

describe.each(Object.entries(resolutions))('a program with the module resolution %s', (name, { settings, program }) => {
  const check = async (file: string) => {
    const project = join(consumer.folder, `tsconfig.${name.replaceAll(' ', '-')}.json`)
    const compilerOptions = { ...strictest, ...settings, noEmit: true }
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }))
    return consumer.tsc('-p', project).catch(String)
  }

  it('compiles without skipLibCheck', async () => {
    expect(await check(program)).toBe('')
  })

  it("is rejected if it uses Node's options with the portable client", async () => {
    const file = `nodeOptions-${name.replaceAll(' ', '-')}.ts`
    const account = "{ site: 'https://chat.example.com', email: 'iago@example.com', apiKey: 'k'.repeat(32)"
    const lines = ["import { Client } from 'earshot/client'", `await new Client(${account}, certBundle: '' }).close()`]
    writeFileSync(join(consumer.folder, file), lines.join('\n'))
    const errors = await check(file)
    expect(errors).toContain("'certBundle' does not exist in type 'ClientOptions'")
    expect(errors).toContain("Property 'close' does not exist on type 'Client'")
  })
})

describe('a typo', () => {
  it('causes a compiler error with public names', async () => {
    const program = `import type { Context } from 'earshot'
      import type { Client } from 'earshot/client'
      export const inMessage = (ctx: Context) => ctx.message.sendr_full_name
      export const inUser = async (client: Client) => (await client.users.getByEmail({ email: 'a' })).user.ful_name
      export const inMethod = (client: Client) => client.users.getByMail({ email: 'a' })
      export const inCode = (ctx: Context) => ctx.client.messages.send({ type: 'direct', too: 'a', content: 'b' })`
    writeFileSync(join(consumer.folder, 'typos.ts'), program)
    const compilerOptions = { ...strictest, target: 'es2022', noEmit: true }
    writeFileSync(
      join(consumer.folder, 'tsconfig.typos.json'),
      JSON.stringify({ compilerOptions, files: ['typos.ts'] }),
    )
    const tsc = join(consumer.folder, 'node_modules', 'typescript', 'bin', 'tsc')
    const errors = await consumer.node(tsc, '-p', join(consumer.folder, 'tsconfig.typos.json')).catch(String)
    for (const message of [
      "Property 'sendr_full_name' does not exist on type 'ChannelMessage | DirectMessage'. Did you mean 'sender_full_name'?",
      "Property 'ful_name' does not exist on type 'User'. Did you mean 'full_name'?",
      "Property 'getByMail' does not exist on type 'Users'. Did you mean 'getByEmail'?",
      "'too' does not exist in type",
    ]) {
      expect(errors).toContain(message)
    }
  })
})

describe('a stack trace', () => {
  it('refers only to published files', async () => {
    const program = `import { Client } from 'earshot/client'
      try { new Client({ site: 'no address', email: 'a@example.com', apiKey: 'k'.repeat(32) }) } catch (error) { console.log(error.stack) }`
    const stack = await consumer.node('--enable-source-maps', '--input-type=module', '--eval', program)
    const named = [...stack.matchAll(/node_modules\/earshot\/([^\s:?]+)/g)].map(([, path]) => path)
    expect(named).not.toEqual([])
    expect(named.filter((path) => !consumer.published.includes(path as string))).toEqual([])
  })
})

describe('the package in an empty folder', () => {
  it('is tested through every entry point', () => {
    const program = readFileSync(join(consumer.folder, 'everything.ts'), 'utf8')
    expect(ways.filter((way) => !program.includes(`from 'earshot${way.slice(1)}'`))).toEqual([])
  })

  it('runs the hello example', async () => {
    const chat = await consumer.node('hello.mjs')
    expect(chat).toBe('Iago: @**Echo** hi\nEcho: You said: hi\n')
  })

  it('type-checks and runs over sockets through every entry point', async () => {
    expect(await consumer.tsc().catch(String)).toBe('')
    const said = await consumer.node('everything.js')
    expect(said.split('\n')).toEqual([
      '@**Echo** greet you',
      'Hello you!',
      'BAD_REQUEST',
      'Hello me!',
      '0',
      'true function',
      'true',
      'true true function function',
      '',
    ])
  })

  it('includes the earshot command', async () => {
    const earshot = join(consumer.folder, 'node_modules', '.bin', 'earshot')
    expect(await consumer.node(earshot, '--version')).toBe(`${manifest.version}\n`)
    expect(await consumer.node(earshot, 'simulate', '--help')).toContain('--level <n>')
  })

  it('exports no internal path', async () => {
    const inside = "import('earshot/dist/bot/index.js').catch((error) => console.log(error.code))"
    expect(await consumer.node('--eval', inside)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n')
  })

  it.each(['node', 'browser', 'workerd', 'edge-light', 'bun', 'deno'])(
    'resolves the client to the same file under the condition %s',
    async (condition) => {
      const where = "console.log(import.meta.resolve('earshot/client'))"
      const resolved = await consumer.node(`--conditions=${condition}`, '--input-type=module', '--eval', where)
      expect(resolved).toContain('earshot/dist/client.js')
    },
  )

  it('loads each entry point without output', async () => {
    for (const way of ways) {
      const load = `import('earshot${way.slice(1)}').then((way) => console.log(Object.keys(way).length > 0))`
      expect(await consumer.node('--eval', load), way).toBe('true\n')
    }
  })
})

describe('the adapter for the Chat SDK', () => {
  it('names the package that is missing', async () => {
    const load = "import('earshot/chat-sdk').catch(({ code, message }) => console.log(code, message))"
    const said = await consumer.node('--eval', load)
    expect(said).toMatch(/^ERR_MODULE_NOT_FOUND Cannot find package '(chat|@chat-adapter\/shared)' imported from /)
  })

  it("compiles without skipLibCheck and runs where the Chat SDK's packages are installed", async () => {
    const named = ['chat', '@chat-adapter/shared', '@chat-adapter/state-memory']
    const packages = named.map((name) => `${name}@${manifest.devDependencies[name]}`)
    await consumer.npm('.', 'install', '--no-save', ...quietly, ...packages)
    for (const name of ['nodenext', 'bundler'] as const) {
      const project = join(consumer.folder, `tsconfig.chatSdk.${name}.json`)
      const outDir = join(consumer.folder, name)
      const compilerOptions = { ...strictest, ...resolutions[name]?.settings, outDir }
      writeFileSync(project, JSON.stringify({ compilerOptions, files: ['chatSdk.ts'] }))
      expect(await consumer.tsc('-p', project).catch(String), name).toBe('')
    }
    expect(await consumer.node(join('nodenext', 'chatSdk.js'))).toBe('true topic\nYou said: @Echo hi\n')
  })
})
