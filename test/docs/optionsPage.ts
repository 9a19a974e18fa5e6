import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './blocks.js'
import { entries } from './entries.js'

/** The entries in the order in which somebody meets them. */
const first = ['index', 'node/index', 'receiver', 'listener/index', 'client', 'storage', 'queue']
  .concat(['testing/index', 'testing/vitest', 'simulator/index', 'assistant/index', 'opentelemetry/index', 'observe'])
  .map((entry) => `src/${entry}.ts`)
const inOrder = [...new Set([...first, ...entries.keys()])]

const isOptions = /(Options|Limits|Timeouts|TlsFiles|Tuning|CommandDetails)$/

/** `docs/reference/options.md`: the options that each entry exports, and those that they are made of, as their declarations say. */
export function optionsPage(): string {
  const listed = new Set<string>()
  const isNew = ({ file, name }: Declaration) => !listed.has(`${file} ${name}`) && listed.add(`${file} ${name}`)
  const sections = inOrder.flatMap((entry) => {
    const found = [...exportedFrom(entry)]
      .filter(([name]) => isOptions.test(name))
      .flatMap(([name, file]) => withParents(declarationOf(name, file)))
      .filter(isNew)
    return found.length === 0 ? [] : [`## \`${entries.get(entry)}\``, ...found.flatMap(sectionOf)]
  })
  return `${[head, ...sections].join('\n\n')}\n`
}

const head = `# Options

Every option that a function or class of Earshot takes, by what it is imported from. One that is marked with a \`?\` can be left out. An
option that Earshot doesn't know is an error, with the name that was probably meant. Times are milliseconds unless a row says otherwise;
a \`Duration\` is milliseconds too, or a string such as \`'90s'\`, \`'5m'\` or \`'1d 12h'\`.`

interface Declaration {
  readonly name: string
  readonly file: string
  readonly says: string
  readonly from: string
  readonly fields: readonly { readonly name: string; readonly type: string; readonly says: string }[]
}

/** With the interfaces that it extends: not all of them are exported. */
function withParents(declaration: Declaration | undefined): Declaration[] {
  if (declaration === undefined) return []
  const parents = parentsOf(declaration).flatMap((name) => withParents(declarationOf(name, declaration.file)))
  return [declaration, ...parents]
}

const parentsOf = ({ from }: Declaration) =>
  [...from.matchAll(/\b([A-Z]\w*)\b/g)].map(([, name = '']) => name).filter((name) => isOptions.test(name))

function sectionOf(declaration: Declaration): string[] {
  const { name, says, from, fields } = declaration
  const inherited = parentsOf(declaration).map((parent) => `\`${parent}\``)
  const also =
    inherited.length === 0
      ? ''
      : `It also has the options of ${inherited.join(', ')}${/Omit|Pick/.test(from) ? ', as far as they apply' : ''}.`
  const text = [says, also].filter(Boolean).join(' ')
  const rows = fields.map((field) => `| \`${field.name}\` | \`${cell(field.type)}\` | ${cell(field.says)} |`)
  const table = rows.length === 0 ? [] : [['| option | type | meaning |', '|---|---|---|', ...rows].join('\n')]
  return [`### \`${name}\``, ...(text === '' ? [] : [text]), ...table]
}

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The names that a module exports, each with the file that declares it. */
function exportedFrom(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, file), 'utf8')
  const found = new Map<string, string>()
  for (const [, names = '', path = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\} from '(.*)'/gm)) {
    const target = join(dirname(file), path.replace(/\.js$/, '.ts'))
    for (const name of names.split(',').map((part) => part.trim().replace(/^type /, ''))) {
      if (name !== '') found.set(name, target)
    }
  }
  for (const [, name = ''] of text.matchAll(/^export (?:interface|type|class|function|const) (\w+)/gm))
    found.set(name, file)
  return found
}

/** What a module imports, each with the file that it imports it from. */
function importedBy(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, file), 'utf8')
  const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\..*)'/gm)]
  return new Map(
    imports.flatMap(([, names = '', path = '']) =>
      names
        .split(',')
        .map((part) => [part.trim().replace(/^type /, ''), join(dirname(file), path.replace(/\.js$/, '.ts'))] as const),
    ),
  )
}

/** The interface of that name, wherever the file has it from. */
function declarationOf(name: string, file: string): Declaration | undefined {
  if (!existsSync(join(root, file))) return undefined
  const text = readFileSync(join(root, file), 'utf8')
  const declared = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?(?:export )?interface ${name}\\b([^{]*)\\{([\\s\\S]*?)\\n?\\}\\n`,
  ).exec(text)
  if (declared === null) {
    const next = importedBy(file).get(name) ?? exportedFrom(file).get(name)
    return next === undefined || next === file ? undefined : declarationOf(name, next)
  }
  const [, says = '', from = '', body = ''] = declared
  return { name, file, says: sentences(says), from, fields: fieldsOf(body) }
}

function fieldsOf(body: string) {
  const fields = body.matchAll(
    /(?: {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)? {2}(?:readonly )?(\w+\??)(?::|(?=\())([^\n]*(?:\n {4,}[^\n]*|\n {2}[})][^\n]*)*)/g,
  )
  return [...fields].map(([, says = '', name = '', type = '']) => ({
    name,
    type: type
      .replaceAll(/\/\*\*.*?\*\//g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    says: sentences(says),
  }))
}

/** A docstring as text of a page: on one line, without its tags. */
function sentences(docstring: string): string {
  const lines = docstring.split('\n').map((line) => line.replace(/^\s*\*? ?/, ''))
  const tag = lines.findIndex((line) => line.startsWith('@'))
  const own = (tag === -1 ? lines : lines.slice(0, tag)).join(' ').replaceAll(/\s+/g, ' ').trim()
  return own.replace(/ @(see|throws).*$/, '').replaceAll('<', '&lt;')
}
