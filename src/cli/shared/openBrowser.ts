import { spawn } from 'node:child_process'

/** Opens an address in the browser of whoever sits there. Gives false where there is none. */
export function openBrowser(url: string): Promise<boolean> {
  const { command, args } = openers[process.platform] ?? opener
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
    // A browser that was started by this stays open, and nobody waits for it.
    setTimeout(() => resolve(true), openTimeout).unref()
    child.unref()
  })
}

/** Milliseconds. */
const openTimeout = 2_000

const opener = { command: 'xdg-open', args: [] as readonly string[] }
const openers: Readonly<Record<string, typeof opener>> = {
  darwin: { command: 'open', args: [] },
  win32: { command: 'cmd', args: ['/c', 'start', ''] },
}
