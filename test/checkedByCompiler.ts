import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What the project's type check reads. */
const [, checked = ''] = /"include": \[(.*)\]/.exec(readFileSync(`${root}/tsconfig.json`, 'utf8')) ?? []

/** For tests of types, which the compiler checks before they run: fails in a file that it doesn't read. */
export function checkedByCompiler(): void {
  const [folder] = relative(root, expect.getState().testPath ?? '').split(/[\\/]/)
  expect(checked.split(', ')).toContain(`"${folder}"`)
}
