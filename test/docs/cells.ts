import { type Block, type Page, pages } from './blocks.js'
import { importsOf } from './hovers.js'

/**
 * The code in the tables of the guides, such as `ctx.reply(text)`, each as a module on one line. What a reader fills in, such as
 * `text`, is of any type; names of methods, of options and of what is imported have to be right.
 */
export function cells(): Block[] {
  return pages()
    .filter(({ place }) => place.startsWith('docs/guides/'))
    .flatMap(cellsOf)
}

/** Columns that show the code of something else than Earshot. */
const foreign: ReadonlySet<string> = new Set(['Bolt', 'grammY', 'Python bot server', 'what people type'])

function cellsOf({ place, text }: Page): Block[] {
  const lines = text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, (code) => code.replaceAll(/.+/g, '')).split('\n')
  let headings: string[] | undefined
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|')) {
      headings = undefined
      return []
    }
    const row = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    headings ??= row
    const own = row.filter((_, column) => !foreign.has(headings?.[column] ?? ''))
    const codes = [...own.join('|').matchAll(/`([^`]+)`/g)]
      .map(([, code = '']) => code.replaceAll('\\|', '|'))
      .filter((code) => code.includes('(') && !/^[{[*]/.test(code))
    return codes.length === 0
      ? []
      : [{ page: place, line: index + 1, language: 'ts', info: 'no-run', code: asModule(codes, place) }]
  })
}

/** How the methods begin that a table calls by their name alone. */
const beginnings: readonly (readonly [start: RegExp, before: string])[] = [
  [/^\./, "chat.as('iago')"],
  [/^on[A-Z]/, 'bot.'],
  [/^download\(/, 'ctx.attachments[0]?.'],
]

/** Things with a type of their own; whatever else a cell names and doesn't declare is of any type. */
const typed: Readonly<Record<string, string>> = {
  bot: "import('earshot').Bot",
  sent: "Awaited<ReturnType<import('earshot').Context['send']>>",
  progress: "Awaited<ReturnType<import('earshot').Context['progress']>>",
  receiver: "ReturnType<typeof import('earshot/receiver').createReceiver>",
  chat: "Awaited<ReturnType<typeof import('earshot/testing').testBot>>",
  zulip: "ReturnType<typeof import('earshot/chat-sdk').createZulipAdapter>",
  basket: "import('earshot').Session<'basket', { loaves: number }, 'user'>",
  expect: "typeof import('vitest').expect",
}
const context = "import('earshot').Context & { basket: import('earshot').SessionState<{ loaves: number }> }"
const reserved = /^(await|const|new|async|return|true|false|undefined|ctx|fetch)$/

/** One line, in which each piece of code is a function of its own. */
function asModule(written: readonly string[], page: string): string {
  const codes = written.map(completed)
  const imports = importsOf([...new Set(codes.flatMap(calledIn))], page)
  const imported = new Set(imports.join(' ').match(/\w+/g))
  const functions = codes.map((code, index) => {
    const declared = new Set(
      [...code.matchAll(/const \{?([\w, ]+)\}? =|\(([\w, ]*)\) =>/g)].flatMap(([, one, other]) =>
        (one ?? other ?? '').split(',').map((name) => name.trim()),
      ),
    )
    const free = [...new Set(namesIn(code).match(/[a-z]\w*|\$/gi))].filter(
      (name) => !imported.has(name) && !declared.has(name) && !reserved.test(name),
    )
    const given = free.map((name) => `${name}: ${typed[name] ?? 'any'}`)
    return `export async function cell${index}(${[`ctx: ${context}`, ...given].join(', ')}) { ${code} }`
  })
  if (codes.some((code) => code.startsWith('expect('))) imports.push("import 'earshot/testing/vitest'")
  return [...imports, ...functions].join('; ')
}

/** With what a reader would put for what is left out (`…`), and for what can be (`where?`). */
function completed(written: string): string {
  const [, before = ''] = beginnings.find(([start]) => start.test(written)) ?? []
  return `${before}${written}`
    .replace(/^([\w.]+)\(…\)$/, '$1')
    .replaceAll(', … }', ', ...$ }')
    .replaceAll('…', '$')
    .replaceAll(/(?<=\w|\})\?(?=[,)\s}])/g, '')
}

/** The code without texts, members and keys. */
const namesIn = (code: string) => code.replaceAll(/'[^']*'|\/[^/]+\/|(?<!\.)\.\w+|\w+(?=:)/g, ' ')

const calledIn = (code: string) => [
  ...(namesIn(code).match(/\b\w+(?=\()/g) ?? []),
  ...(code.startsWith('md.') ? ['md'] : []),
]
