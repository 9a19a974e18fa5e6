import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { afterAll } from 'vitest'

/** The `earshot` command as a process of its own: what was printed on each side, and what it left behind. */

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** What comes in; nothing unless given. */
  readonly input?: string
  /** Added to an environment that knows nothing of Earshot or of colours. */
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
}

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const folder = inRoot(`.cache/earshot-${process.pid}-${Date.now()}`)
let built: string | undefined
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command as JavaScript, made once for the tests of a file: it starts in a fraction of the time of its sources. */
function command(): readonly string[] {
  if (built === undefined) {
    built = `${folder}/src/cli/earshot.js`
    mkdirSync(folder, { recursive: true })
    copyFileSync(inRoot('package.json'), `${folder}/package.json`)
    buildSync({
      entryPoints: [inRoot('src/**/*.ts')],
      outbase: inRoot('src'),
      outdir: `${folder}/src`,
      format: 'esm',
      logLevel: 'error',
    })
  }
  return [built]
}

/** Runs `earshot` to its end, with pipes for input and output. */
export async function earshot(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return ended(process.execPath, [...command(), ...args], options)
}

/** The same on a terminal: both sides of the output come as one, as a person sees them. */
export async function earshotOnTerminal(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const line = [process.execPath, ...command(), ...args].map(quoted).join(' ')
  return ended('script', ['-qec', line, '/dev/null'], {
    ...options,
    environment: { TERM: 'xterm', ...options.environment },
  })
}

/** Runs a line of shell in which `$earshot` is the command. */
export async function inShell(line: string, options: RunOptions = {}): Promise<Ended> {
  const program = [process.execPath, ...command()].map(quoted).join(' ')
  return ended('bash', ['-c', `earshot() { ${program} "$@"; }\n${line}`], options)
}

/** Why nothing can be run on a terminal here; undefined where it can. `script` is part of util-linux. */
export function whyNoTerminal(): string | undefined {
  const { status } = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' })
  return status === 0 ? undefined : 'there is no `script` of util-linux on this machine'
}

async function ended(program: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const child = spawn(program, args, { cwd: options.folder, env: environmentWith(options), stdio: 'pipe' })
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    texts.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    texts.err += text
  })
  child.stdin.on('error', () => {}).end(options.input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...texts }
}

function environmentWith({ environment }: RunOptions): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...environment }
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`
}
