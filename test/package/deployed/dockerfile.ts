import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What of a Dockerfile is tried here: no image can be built, but what it says can be done without one. */
export interface Dockerfile {
  /** What is wrong with it, each a sentence. */
  readonly problems: readonly string[]
  /** What the stages before the last one run. */
  readonly builds: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly user: string | undefined
  /** What is copied from the folder itself. */
  readonly copied: readonly string[]
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

/** @param folder One beside whose packages there are `dockerfile-utils`. */
export function readDockerfile(text: string, folder: string): Dockerfile {
  const require = createRequire(join(folder, 'node_modules', 'dockerfile-utils', 'package.json'))
  const { validate } = require('dockerfile-utils') as { validate: (text: string) => { message: string }[] }
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /^(\w+) +(.*)$/.exec(line) ?? [line])
    .map(([, keyword = '', rest = '']) => ({ keyword, rest }))
  const last = lines.findLastIndex(({ keyword }) => keyword === 'FROM')
  const stage = lines.slice(last)
  const all = (keyword: string, among = stage) =>
    among.filter((line) => line.keyword === keyword).map(({ rest }) => rest)
  const listOf = (keyword: string): string[] => JSON.parse(/\[.*\]/.exec(all(keyword).at(-1) ?? '[]')?.[0] ?? '[]')
  return {
    problems: validate(text).map(({ message }) => message),
    builds: all('RUN', lines.slice(0, last)),
    environment: Object.fromEntries(all('ENV').flatMap((pairs) => pairs.split(/ +/).map((pair) => pair.split('=', 2)))),
    user: all('USER').at(-1),
    copied: all('COPY', lines)
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(/ +/).slice(0, -1)),
    entrypoint: listOf('ENTRYPOINT'),
    command: listOf('CMD'),
    healthcheck: listOf('HEALTHCHECK'),
  }
}
