import { spawn } from 'node:child_process'

/** Opens a URL in the user's browser. Returns false if there is none. */
export function openBrowser(url: string): Promise<boolean> {
  const { command, args } = openers[process.platform] ?? opener
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
    // If this starts the browser, the command runs as long as the browser does.
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
