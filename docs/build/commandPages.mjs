import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writePage } from './writePage.mjs'

const reference = fileURLToPath(new URL('../reference/', import.meta.url))
const folder = join(reference, 'commands')

/** Writes a page for each command into `docs/reference/commands`: its sections of `cli.md` and of `command-options.md`. */
export function writeCommandPages() {
  rmSync(folder, { recursive: true, force: true })
  const explained = sectionsOf('cli.md')
  for (const [name, { lines }] of sectionsOf('command-options.md')) {
    const { title = `\`earshot ${name}\``, lines: text = [] } = explained.get(name) ?? {}
    writePage(join(folder, `${name}.md`), [`# ${title}`, ...text.map(fromFolder), '## Options', ...lines])
  }
}

/** The sections of a page about a command, by its name: title and lines. */
function sectionsOf(page) {
  const [, ...sections] = readFileSync(join(reference, page), 'utf8').split(/^## /m)
  const named = sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n')
    const [, name] = /^`earshot ([a-z]+)/.exec(title) ?? []
    return name === undefined ? [] : [[name, { title, lines: lines.map((line) => line.replace(/^###/, '##')) }]]
  })
  return new Map(named)
}

/** Links of a page one folder up; those to other parts of it lead to the page. */
const fromFolder = (line) =>
  line.replaceAll(
    /\]\((?!https?:)([^)]+)\)/g,
    (_, target) => `](../${target.startsWith('#') ? `cli.md${target}` : target})`,
  )
