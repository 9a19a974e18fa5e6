import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

interface Found {
  readonly command: string
  readonly env: Record<string, string>
}

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const script = (name: string) => new URL(`../../../scripts/steps/${name}.mjs`, import.meta.url).href
const { findChromium }: { findChromium: () => Found | undefined } = await import(script('chromium'))
const { buildPage }: { buildPage: () => Promise<{ ok: boolean; output?: string }> } = await import(script('page'))

const found = findChromium()

/** Whether there is a browser to start; `node scripts/test.mjs` sees to it where it can. */
export const hasBrowser = found !== undefined

let started: Promise<Browser> | undefined

/** The browser of this worker, started by the first that asks: Vitest keeps what is of a worker for each `extend` apart. */
export function browserOfWorker(): Promise<Browser> {
  started ??= startBrowser()
  return started
}

/** Starts a browser without a window. It makes no request of its own. */
async function startBrowser(): Promise<Browser> {
  await buildIfOld()
  return chromium.launch({
    executablePath: found?.command ?? 'chromium',
    env: { ...process.env, ...found?.env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  })
}

/** Whoever runs these tests by themselves sees the page as it is in the sources. */
export async function buildIfOld(): Promise<void> {
  if ((await newestOf(sources)) <= timeOf(built)) return
  const { ok, output } = await buildPage()
  if (!ok) throw new Error(`The playground's page can't be built: ${output}`)
}

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const sources = inRoot('src/playground')
// What is written last.
const built = inRoot('dist/playground/files/index.html')

async function newestOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  return Math.max(...names.map((name) => timeOf(join(folder, name))))
}

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
