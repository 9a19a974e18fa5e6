import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const inDocs = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Gives the pages of what is exported the names by which it is imported, and the sentence that begins each way in. */
export function nameExported() {
  const { entryPoints, out } = JSON.parse(readFileSync(inDocs('typedoc.json'), 'utf8'))
  const rows = entryPoints.map((file) => {
    const [, page] = /src\/(.+?)(?:\/index)?\.ts$/.exec(file) ?? []
    const name = page === 'index' ? 'earshot' : `earshot/${page}`
    const says = /^\/\*\* (.+?) \*\//s.exec(readFileSync(inDocs(file), 'utf8'))?.[1] ?? ''
    const path = inDocs(`${out}/${page}.md`)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^# .*\n/, `# ${name}\n\n${says}\n`))
    return `| [\`${name}\`](${page}.md) | ${says} |`
  })
  const head = [
    '# What is exported',
    '',
    'Made from the docstrings, by what it is imported from.',
    '',
    '| import from | for |',
    '|---|---|',
  ]
  writeFileSync(inDocs(`${out}/README.md`), `${[...head, ...rows].join('\n')}\n`)
}
