import { spawn } from 'node:child_process'
import { basename, relative, resolve } from 'node:path'
import { shellPath } from '../../text/shellWord.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'
import { askPerson, type Questions } from './ask.js'
import { copyTemplate, ownEarshot } from './template.js'
import { type TemplateName, templates } from './templates.js'

export interface NewFlags {
  readonly template?: string
  readonly name?: string
  readonly earshot?: string
  readonly install?: boolean
  readonly json?: boolean
}

/** Creates a folder with a bot in it. On a terminal it asks for missing arguments. */
export function newBotFromTerminal(folder: string | undefined, flags: NewFlags, output: Output): Promise<number> {
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
  const asks = isTerminal && !flags.json && (folder === undefined || flags.template === undefined)
  return newBot(folder, flags, output, asks ? askPerson(process.stdin, process.stderr) : undefined)
}

/** @param questions Asks a person for missing arguments, if there is one to ask. */
export async function newBot(
  given: string | undefined,
  flags: NewFlags,
  output: Output,
  questions?: Questions,
): Promise<number> {
  const known = flags.template === undefined ? undefined : templateCalled(flags.template)
  const asks = given === undefined || known === undefined ? questions : undefined
  const named = given ?? (await asks?.folder())
  if (named === undefined) throw new UsageError('The folder is missing. Write for example: earshot new my-bot')
  const folder = resolve(named)
  const template = known ?? (await asks?.template()) ?? 'minimal'
  const name = flags.name === undefined ? packageNameOf(folder) : checkedName(flags.name)
  const dependency = flags.earshot === undefined ? ownEarshot() : { earshot: flags.earshot }
  const { earshot } = dependency
  await copyTemplate({ template, folder, name, dependency })

  const manager = packageManagerOf(template, output.terminal.environment)
  // `deno install` links a packed file instead of unpacking it.
  const installer = manager === 'deno' && earshot.startsWith('file:') ? 'npm' : manager
  const wanted = flags.install ?? (await asks?.install()) ?? false
  asks?.close()
  const installed = wanted && (await install(installer, folder))
  output.result({ folder, name, template, earshot, installed }, (paint) => {
    const lines = steps(relative(process.cwd(), folder), manager, installed ? undefined : installer)
    const said = lines.map(([command, what]) =>
      `    ${paint('name', command.padEnd(18))}${paint('faint', what)}`.trimEnd(),
    )
    return `\n  ${paint('strong', name)} created from the template ${template}. Next:\n\n${said.join('\n')}\n\n`
  })
  if (!wanted || installed) return exitCodes.worked
  output.note(`Installing its packages failed. Run ${installer} install in the folder and read its output.`)
  return exitCodes.failed
}

/** @param installer Installs the packages; undefined if they are installed already. */
function steps(
  way: string,
  manager: PackageManager,
  installer: PackageManager | undefined,
): [command: string, what: string][] {
  const run = runners[manager]
  return [
    ...(way === '' ? [] : [[`cd ${shellPath(way)}`, ''] satisfies [string, string]]),
    ...(installer === undefined ? [] : [[`${installer} install`, ''] satisfies [string, string]]),
    [manager === 'npm' ? 'npm test' : `${run} test`, 'talks to the bot in a simulated chat'],
    [`${run} dev`, 'lets you talk to it, and reloads it as you change it'],
    [manager === 'npm' ? 'npm start' : `${run} start`, 'serves it to a chat server; README.md says how'],
  ]
}

const runners = { npm: 'npm run', pnpm: 'pnpm run', yarn: 'yarn run', bun: 'bun run', deno: 'deno task' } as const

function templateCalled(text: string): TemplateName {
  if (Object.hasOwn(templates, text)) return text as TemplateName
  throw new UsageError(`There is no template "${text}". Choose one of ${Object.keys(templates).join(', ')}.`)
}

function checkedName(name: string): string {
  if (/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name) && name.length <= 214) return name
  throw new UsageError(
    `The name "${name}" is not a valid package name. Use lowercase letters, digits and hyphens, such as my-bot.`,
  )
}

type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno'

/** The template's own, else the one that started this process, else npm. */
function packageManagerOf(
  template: TemplateName,
  environment: Readonly<Record<string, string | undefined>>,
): PackageManager {
  if (template === 'bun' || template === 'deno') return template
  const [, name] = /^(pnpm|yarn|bun)\//.exec(environment.npm_config_user_agent ?? '') ?? []
  return (name as PackageManager | undefined) ?? 'npm'
}

/** Installs a folder's packages, with output to standard error. Returns whether that worked. */
function install(manager: PackageManager, folder: string): Promise<boolean> {
  return new Promise((done) => {
    // On Windows it is a script, which only a shell can start. The arguments hold no user input.
    const child = spawn(manager, ['install'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  })
}

/** A valid package name from a folder's name: `My Bot` becomes `my-bot`. */
export function packageNameOf(folder: string): string {
  const name = basename(folder)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 100)
  return name === '' || notForPackages.has(name) ? `${name}${name === '' ? 'my' : ''}-bot` : name
}

/** Names that npm refuses, or that would hide the project's own dependencies. */
const notForPackages: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico', 'earshot', 'tsx', 'vitest'])
