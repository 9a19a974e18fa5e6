import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { librariesOf, onPath, unpackDebian, unpackedAt, versionOf, whyNotStarting } from './debian.mjs'

/**
 * Chromium without the windows that the whole of it makes for each page even when nobody sees them: a page opens in half
 * the time, and there is less to download.
 */
const shell = 'chromium-headless-shell'

/**
 * The browser that tests start, as `{ command, env }`: the one that `EARSHOT_CHROMIUM` names, else one on the path, else
 * the one that was unpacked here; undefined when there is none.
 */
export function findChromium() {
  const named = process.env.EARSHOT_CHROMIUM
  if (named) return { command: named, env: {} }
  const installed = onPath(shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome')
  if (installed) return { command: installed, env: {} }
  const tree = unpackedAt('chromium')
  const command = join(tree, 'usr', 'lib', 'chromium', shell)
  if (!existsSync(command)) return undefined
  return { command, env: { LD_LIBRARY_PATH: librariesOf('chromium'), FONTCONFIG_FILE: join(tree, 'fonts.conf') } }
}

/**
 * Sees to it that there is a browser, on Debian and its like by unpacking one. Where that can't be, the tests in one are
 * skipped by name, which is no failure but in CI.
 */
export async function provideChromium() {
  const found = findChromium()
  if (found) return { ok: true, note: await versionOf(found, [...quietly, '--version']) }
  const problem = await unpack()
  if (!problem) {
    const version = await versionOf(findChromium(), [...quietly, '--version'])
    return { ok: true, note: `${version}, unpacked into node_modules from Debian's packages` }
  }
  return { ok: true, note: `no browser, so the tests in one are skipped: ${problem}` }
}

async function unpack() {
  const problem = await unpackDebian('chromium', [shell, 'fonts-dejavu-core', 'fonts-noto-color-emoji'])
  if (problem) return problem
  // What was unpacked is not where its own settings look for it.
  const tree = unpackedAt('chromium')
  const fonts = [join(tree, 'usr', 'share', 'fonts'), '/usr/share/fonts']
  writeFileSync(
    join(tree, 'fonts.conf'),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${fonts
      .map((folder) => `  <dir>${folder}</dir>\n`)
      .join('')}  <cachedir prefix="xdg">fontconfig</cachedir>\n</fontconfig>\n`,
  )
  const chromium = findChromium()
  if (!chromium) return "Debian's packages hold none"
  return whyNotStarting('chromium', chromium, [...quietly, '--dump-dom', 'about:blank'])
}

const quietly = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run']
