import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes `llms.txt`: the pages by section and group, each with its first sentence, and beside it the pages as Markdown. */
export function writeLlms({ srcDir, outDir, title, description, sections }) {
  const parts = Object.entries(sections).flatMap(([section, groups]) => [
    `## ${section}`,
    ...groups.map(({ text, items }) => [`### ${text}`, '', ...items.flatMap(entry)].join('\n')),
  ])
  writeFileSync(join(outDir, 'llms.txt'), `# ${title}\n\n> ${description}\n\n${parts.join('\n\n')}\n`)

  function entry({ text, link, items = [] }) {
    return [...(link === undefined ? [] : line(text, `${link.slice(1)}.md`)), ...items.flatMap(entry)]
  }

  function line(text, path) {
    if (!existsSync(join(srcDir, path))) return []
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    copyFileSync(join(srcDir, path), join(outDir, path))
    const page = readFileSync(join(srcDir, path), 'utf8')
    const sentence = firstSentence(page)
    // Sidebars leave out the namespace.
    const name = path.includes('/endpoints/') ? page.slice(2, page.indexOf('\n')) : text
    return [`- [${name}](/${path})${sentence === '' ? '' : `: ${sentence}`}`]
  }
}

/** Of the first paragraph, without links and code. */
function firstSentence(markdown) {
  const blocks = markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').split(/\n{2,}/)
  const paragraph = blocks.find((block) => /^[\w`*[]/.test(block)) ?? ''
  const [sentence] = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.:]) /)
  return sentence.replace(/:$/, '.')
}
