import { existsSync, readFileSync } from 'node:fs'
import { runNpm } from './child.mjs'
import { inRoot } from './paths.mjs'

/**
 * Brings node_modules to what package-lock.json says, and does nothing when it is there already. It compares what is
 * written in both, not their times, because a checkout or a copy gives files new times.
 */
export async function install() {
  const missing = whyInstall()
  if (!missing) return { ok: true, note: 'packages are up to date' }

  // No package that we use needs its install script, so none is run.
  const npm = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (npm.code === 0) return { ok: true, note: `installed from package-lock.json: ${missing}` }
  return {
    ok: false,
    output: npm.output,
    advice: /EUSAGE/.test(npm.output)
      ? 'package.json and package-lock.json do not agree: run `npm install` and commit both files.'
      : 'npm could not install the packages: see its message above, check the network and the registry (`npm ping`), and run the command again.',
  }
}

/** Why node_modules is not what the lock says, in a few words, or nothing when it is. */
function whyInstall() {
  const locked = read('package-lock.json')
  const installed = read('node_modules/.package-lock.json')
  const manifest = read('package.json')
  if (!locked) return 'package-lock.json is missing or unreadable'
  if (!installed) return 'node_modules was missing or unfinished'
  for (const kind of ['dependencies', 'devDependencies']) {
    const asked = JSON.stringify(Object.entries(manifest[kind] ?? {}).sort())
    const answered = JSON.stringify(Object.entries(locked.packages[''][kind] ?? {}).sort())
    if (asked !== answered) return `package.json asks for other ${kind} than the lock holds`
  }
  for (const [path, entry] of Object.entries(locked.packages)) {
    if (path === '') continue
    const there = installed.packages[path]
    // Packages for other systems stand in the lock and are rightly not installed here.
    if (!there && entry.optional) continue
    if (there?.version !== entry.version) return `${nameOf(path)} was not at ${entry.version}`
    if (!existsSync(inRoot(path, 'package.json'))) return `${nameOf(path)} was missing`
  }
  return undefined
}

const nameOf = (path) => path.replace(/^.*node_modules\//, '')

function read(path) {
  try {
    return JSON.parse(readFileSync(inRoot(path), 'utf8'))
  } catch {
    return undefined
  }
}
