import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const manifest: {
  readonly version: string
  readonly homepage: string
  readonly repository: { readonly url: string }
  readonly bugs: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly devDependencies: Readonly<Record<string, string>>
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** A folder elsewhere, with nothing in it but the package as npm would publish it, TypeScript and Node's types. */
export interface Consumer {
  readonly folder: string
  /** Every path in the published package. */
  readonly published: readonly string[]
  node(...args: string[]): Promise<string>
  /** Runs npm in a folder below. */
  npm(below: string, ...args: string[]): Promise<string>
  tsc(...args: string[]): Promise<string>
  remove(): void
}

/** @param more Other packages of ours to install, by name. */
export async function installElsewhere(more: readonly string[] = []): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-package-'))
  const packed = JSON.parse(await npm(root, 'pack', '--json', '--silent', '--pack-destination', folder))
  const [{ filename, files }] = packed as [{ filename: string; files: { path: string }[] }]

  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictest, files: ['everything.ts'] }))
  const tools = ['typescript', '@types/node', ...more].map((name) => `${name}@${manifest.devDependencies[name]}`)
  await npm(folder, 'install', ...quietly, join(folder, filename), ...tools)
  cpSync(fileURLToPath(new URL('consumer', import.meta.url)), folder, { recursive: true })

  return {
    folder,
    published: files.map(({ path }) => path),
    node: (...args) => output(process.execPath, args, folder),
    npm: (below, ...args) => npm(join(folder, below), ...args),
    tsc: (...args) =>
      output(process.execPath, [join(folder, 'node_modules', 'typescript', 'bin', 'tsc'), ...args], folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** How npm is to install. */
export const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'] as const

export const strictest = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  types: ['node'],
}

/** What a program writes when it ends well, to both streams if need be; otherwise an error with everything that it wrote. */
export async function output(program: string, args: readonly string[], cwd: string, of?: 'both'): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env: ownEnvironment, timeout: 300_000 })
    return of === 'both' ? stdout + stderr : stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  }
}

function npm(cwd: string, ...args: string[]) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli)) return output(process.execPath, [cli, ...args], cwd)
  return output('npm', args, cwd)
}

/** Our surroundings without what the npm that runs these tests says about our own package. */
export const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD$|VITEST|NODE_ENV$|NODE_OPTIONS$)/i.test(name),
  ),
)
