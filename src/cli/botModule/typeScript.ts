import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { BotModuleError } from './errors.js'

/**
 * Makes this process able to import a file where it is TypeScript: by the `tsx` of its project, which also finds `./a.ts`
 * where `./a.js` is written; else by Node itself, where that can.
 *
 * @throws {BotModuleError} where there is neither.
 */
export async function readTypeScript(file: string): Promise<void> {
  if (!/\.[mc]?tsx?$/.test(file) || isReady) return
  const tsx = found(file) ?? found(import.meta.url)
  if (tsx !== undefined) {
    await import(pathToFileURL(tsx).href)
    isReady = true
  } else if (!canStripTypes()) {
    throw new BotModuleError(
      'NO_TYPESCRIPT',
      `${file} is TypeScript, which Node ${process.versions.node} can't read by itself. Run: npm install tsx`,
      { file },
    )
  }
}

let isReady = false

function found(from: string): string | undefined {
  try {
    return createRequire(from).resolve('tsx')
  } catch {
    return undefined
  }
}

function canStripTypes(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript)
}
