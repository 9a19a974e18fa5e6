import { readFileSync } from 'node:fs'

/** The version that the package is published with. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
