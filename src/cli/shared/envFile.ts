import { statSync } from 'node:fs'
import { errorMessage } from '../../values.js'

const commands: readonly (string | undefined)[] = ['serve', 'listen', 'dev', 'doctor']

/**
 * Reads `.env` in the working directory for the commands that run or check bots. Variables that are set already keep their
 * values. Returns why it can't be read, if it is there.
 */
export function readEnvFile(command: string | undefined): string | undefined {
  if (!commands.includes(command)) return undefined
  try {
    // A folder of this name may belong to another language's tools.
    if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile()
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
