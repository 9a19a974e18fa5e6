import { attempt, tell } from './notices.js'
import { control } from './simulator.js'

/** Puts a text on the clipboard, and says so. */
export async function copy(what: string, make: () => string | Promise<string>): Promise<void> {
  await attempt(async () => {
    await navigator.clipboard.writeText(await make())
    tell('done', `${what} is on the clipboard.`)
  })
}

/** The same with a text that the control API writes. */
export const copyFrom = (what: string, path: string) =>
  copy(what, async () => (await control<{ text: string }>('GET', path)).text)

/** Has the browser keep a text as a file. */
export const keepText = (name: string, type: string, text: string): void => keepFile(name, new Blob([text], { type }))

/** Has the browser keep a file. */
export function keepFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
