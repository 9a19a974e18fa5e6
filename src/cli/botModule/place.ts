import { execFile } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BotModulePlace } from './errors.js'

/** What is wrong with a module that could not be loaded, and where: its own file, unless the error tells of another. */
export async function placeOf(error: unknown, file: string): Promise<BotModulePlace & { readonly problem: string }> {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const [, at, line, column, said] = /^(.+?):(\d+):(\d+): (?:ERROR|error): (.*)$/m.exec(message) ?? []
  if (at !== undefined) return { file: at, line: Number(line), column: Number(column) + 1, problem: said ?? message }
  const problem = name === 'Error' ? message : `${name}: ${message}`
  const frame = error instanceof SyntaxError ? await syntaxPlace(file) : firstOwnFrame(stack)
  return { ...(frame ?? { file }), problem }
}

/** The topmost line of a stack that is in the project's own code. */
function firstOwnFrame(stack: string): BotModulePlace | undefined {
  for (const [, url = '', line, column] of stack.matchAll(
    /^\s+at (?:.*[( ])?((?:file:\/\/)?\/[^()]+?):(\d+):(\d+)\)?$/gm,
  )) {
    if (url.includes('/node_modules/') || isOurs(url)) continue
    return { file: pathOf(url), line: Number(line), column: Number(column) }
  }
  return undefined
}

/** The folder that Earshot itself runs from. */
const ownFolder = new URL('../../', import.meta.url).href

function isOurs(url: string): boolean {
  const { href } = url.startsWith('file:') ? new URL(url) : pathToFileURL(url)
  return href.startsWith(ownFolder)
}

/**
 * Node tells where a mistake of syntax is to nobody but the standard error stream of a process that ends by it. All
 * modules are read before the first one runs, so nothing of theirs happens a second time.
 */
function syntaxPlace(file: string): Promise<BotModulePlace | undefined> {
  return new Promise((resolve) => {
    const program = `import(${JSON.stringify(pathToFileURL(file).href)})`
    execFile(process.execPath, ['--input-type=module', '--eval', program], (_error, _out, written) => {
      const [, url, line] = /^(file:\/\/.+?):(\d+)$/m.exec(written) ?? []
      resolve(url === undefined ? undefined : { file: pathOf(url), line: Number(line) })
    })
  })
}

function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : url.replace(/\?.*$/, '')
}
