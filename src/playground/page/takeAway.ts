import { attempt, tell } from './notices.js'
import { control } from './simulator.js'

/** Copies text to the clipboard, and confirms it. */
export async function copy(what: string, make: () => string | Promise<string>): Promise<void> {
  await attempt(async () => {
    await navigator.clipboard.writeText(await make())
    tell('done', `${what} is on the clipboard.`)
  })
}

/** Copies text from the control API. */
export const copyFrom = (what: string, path: string) =>
  copy(what, async () => (await control<{ text: string }>('GET', path)).text)

/** Downloads text as a file. */
export const keepText = (name: string, type: string, text: string): void => keepFile(name, new Blob([text], { type }))

/** Downloads a file. */
export function keepFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
