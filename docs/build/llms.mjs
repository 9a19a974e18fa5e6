import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes `llms.txt`: all pages by the groups of the sidebar, each with its first sentence, and beside them the pages as Markdown. */
export function writeLlms({ srcDir, outDir, site: { title, description, themeConfig } }) {
  const groups = themeConfig.sidebar.map(({ text, items }) => [`## ${text}`, '', ...items.flatMap(entry)].join('\n'))
  writeFileSync(join(outDir, 'llms.txt'), `# ${title}\n\n> ${description}\n\n${groups.join('\n\n')}\n`)

  function entry({ text, link, items = [] }) {
    if (link === undefined) return items.flatMap(entry)
    const path = link === '/' ? 'README.md' : `${link.slice(1).replace(/\/$/, '/index')}.md`
    if (!existsSync(join(srcDir, path))) return []
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    copyFileSync(join(srcDir, path), join(outDir, path))
    return [`- [${text}](/${path}): ${firstSentence(readFileSync(join(srcDir, path), 'utf8'))}`]
  }
}

/** Of the first paragraph, without links and code. */
function firstSentence(markdown) {
  const blocks = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').split(/\n{2,}/)
  const paragraph = blocks.find((block) => /^[\w`*[]/.test(block)) ?? ''
  const [sentence] = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.:]) /)
  return sentence.replace(/:$/, '.')
}
