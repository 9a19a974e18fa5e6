import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.js'
import { blocks, examples, provideFolder, writeExamples } from './examples.js'
import { hovers } from './hovers.js'

const folder = provideFolder()

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
    const fileOf = writeExamples(folder)
    const complaints = await typeCheck()
    const readable = complaints.flatMap((complaint) => {
      const [, file, line, message = ''] = /^(?:.*\/)?([^/(]+)\((\d+),\d+\): (.*)$/.exec(complaint) ?? []
      const block = file === undefined ? undefined : fileOf.get(file)
      if (block === undefined) return [complaint]
      if (block.language === 'js' && ofTypesOnly.test(message)) return []
      return [`${block.page}:${block.line + Number(line) - 1}: ${message}`]
    })
    expect(readable).toEqual([])
  })
})

/** What nobody can say in JavaScript: that a parameter has a type, and that something isn't undefined. */
const ofTypesOnly = /^error TS7\d{3}:|\bundefined\b|\bnull\b/

/** What the compiler says of the examples, a line each. */
async function typeCheck(): Promise<string[]> {
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
