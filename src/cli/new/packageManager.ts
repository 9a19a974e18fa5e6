import { spawn } from 'node:child_process'
import type { TemplateName } from './templates.js'

/** The program that somebody installs packages with. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno'

/** The one that the template is made for, else the one that started this process, or npm. */
export function packageManagerOf(
  template: TemplateName,
  environment: Readonly<Record<string, string | undefined>>,
): PackageManager {
  if (template === 'bun' || template === 'deno') return template
  const [, name] = /^(pnpm|yarn|bun)\//.exec(environment.npm_config_user_agent ?? '') ?? []
  return (name as PackageManager | undefined) ?? 'npm'
}

/** Installs a folder's packages, and says whether that worked. What the program says goes to the standard error stream. */
export function install(manager: PackageManager, folder: string): Promise<boolean> {
  return new Promise((done) => {
    // On Windows it is a script, which only a shell can start; nothing of the user's is in the words.
    const child = spawn(manager, ['install'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  })
}
