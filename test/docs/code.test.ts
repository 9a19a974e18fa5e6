import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Block } from './blocks.js'
import { cells } from './cells.js'
import { blocks, examples, provideFolder, writeExamples, writeJavaScript } from './examples.js'
import { hovers } from './hovers.js'

const [folder, javascript] = [provideFolder(), provideFolder()]
/** The words behind a language: ` ```js other-framework ` isn't checked. */
const known: ReadonlySet<string> = new Set(['ts no-run', 'js other-framework', 'python other-framework'])

describe('the examples in the documentation and in docstrings', () => {
  it('are found', () => {
    expect(examples.length).toBeGreaterThan(40)
    expect(hovers().length).toBeGreaterThan(90)
    expect(cells().length).toBeGreaterThan(80)
  })

  it('have only known words after their language', () => {
    const unknown = blocks.filter(({ language, info }) => info !== '' && !known.has(`${language} ${info}`))
    expect(unknown.map(({ page, line, language, info }) => `${page}:${line}: ${language} ${info}`)).toEqual([])
  })

  it('type-check', async () => {
    expect(await complaintsIn(folder, writeExamples(folder))).toEqual([])
  })

  it('use what there is, in JavaScript too', async () => {
    expect(await complaintsIn(javascript, writeJavaScript(javascript))).toEqual([])
  })
})

/** What is wrong with the examples in a folder, by the pages that they are from. */
async function complaintsIn(folder: string, fileOf: ReadonlyMap<string, Block>): Promise<string[]> {
  const complaints = await typeCheck(folder)
  return complaints.map((complaint) => {
    const [, file, line, message] = /^(?:.*\/)?([^/(]+)\((\d+),\d+\): (.*)$/.exec(complaint) ?? []
    const block = file === undefined ? undefined : fileOf.get(file)
    return block === undefined ? complaint : `${block.page}:${block.line + Number(line) - 1}: ${message}`
  })
}

/** What the compiler says of the examples, a line each. */
async function typeCheck(folder: string): Promise<string[]> {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  // Each checker would look anew at the sources, which the examples are few beside.
  const compiler = [join(typescript, 'bin', 'tsc'), '--project', folder, '--pretty', 'false', '--checkers', '1']
  const output = await promisify(execFile)(process.execPath, compiler, { cwd: folder, maxBuffer: 2 ** 24 }).then(
    () => '',
    (error: { stdout?: string }) => error.stdout || String(error),
  )
  // What is wrong with Earshot's own sources is said by the type check of the whole project.
  return output.split('\n').filter((line) => line.trim() !== '' && !/^(\s|\.\.\/)/.test(line))
}
