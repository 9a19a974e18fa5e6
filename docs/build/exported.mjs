import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { escapeText, table } from './markdown.mjs'
import { writePage } from './writePage.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'docs/reference/api')

/**
 * Writes a page for each entry of the package into `docs/reference/api`: what it exports, with the first paragraph of each
 * docstring. Signatures and the rest of the docstrings are what an editor shows.
 */
export function writeExported() {
  rmSync(folder, { recursive: true, force: true })
  const entries = packageEntries()
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, types: ['node'] },
  )
  const checker = program.getTypeChecker()
  const rows = entries.map(({ name, file }) => {
    const source = program.getSourceFile(file)
    const [, comment = ''] = /^\/\*\*(.+?)\*\//s.exec(source.text) ?? []
    const summary = comment.replaceAll(/\s+(\* )?/g, ' ').trim()
    const page = name.replace(/^earshot\//, '').replaceAll('/', '-')
    writePage(join(folder, `${page}.md`), [
      `# ${name}`,
      '',
      summary,
      ...sectionsOf(exportsOf(source, checker), checker),
    ])
    return [`[\`${name}\`](${page}.md)`, summary]
  })
  writePage(join(folder, 'README.md'), ['# Exports', '', head, ...table(['import from', 'for'], rows)])
  return entries.length
}

const head = `What each entry of the package exports. Your editor shows the signatures, and [Options](../options.md) lists
the options of every function and class.`

/** The entries by the name that they are imported by, with their source. */
function packageEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(exports)
    .filter(([, target]) => target.default !== undefined)
    .map(([path, { default: built }]) => {
      const source = join(root, built.replace('./dist/', 'src/').replace(/\.js$/, ''))
      const file = [`${source}.ts`, `${source}/index.ts`].find(existsSync)
      return { name: path.replace('.', 'earshot'), file }
    })
}

/** Everything that a module exports: name, declarations and docstring. */
function exportsOf(source, checker) {
  return checker
    .getExportsOfModule(checker.getSymbolAtLocation(source))
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      return { name: exported.name, symbol, summary: summaryOf(symbol, checker) }
    })
    .filter(({ symbol }) => !isInternal(symbol))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** By kind: what a program calls comes first. */
function sectionsOf(exported, checker) {
  const of = (kind) => exported.filter(({ symbol }) => kindOf(symbol, checker) === kind)
  const rows = (those) =>
    table(
      ['name', 'what it is'],
      those.map(({ name, symbol, summary }) => [`\`${name}${parametersOf(symbol, checker)}\``, summary]),
    )
  return [
    ...section('Functions', rows(of('function'))),
    ...section(
      'Classes',
      of('class').flatMap((one) => memberSection(one, checker)),
    ),
    ...section(
      'Interfaces',
      of('interface').flatMap((one) => memberSection(one, checker)),
    ),
    ...section('Constants', rows(of('constant'))),
    ...section('Types', rows(of('type'))),
  ]
}

const section = (title, lines) => (lines.length === 0 ? [] : ['', `## ${title}`, ...lines])

function kindOf(symbol, checker) {
  if ((symbol.flags & ts.SymbolFlags.Class) !== 0) return 'class'
  if ((symbol.flags & ts.SymbolFlags.Value) === 0) return hasMethods(symbol, checker) ? 'interface' : 'type'
  return callsOf(symbol, checker).length > 0 ? 'function' : 'constant'
}

/** Whether it is an interface that a program calls, rather than data or options. */
const hasMethods = (symbol, checker) =>
  !symbol.name.endsWith('Options') && membersOf(symbol, checker).some((member) => callsOf(member, checker).length > 0)

/** A class or an interface, with its public members. */
function memberSection({ name, symbol, summary }, checker) {
  const members = membersOf(symbol, checker).map((member) => [
    `\`${member.name}${parametersOf(member, checker)}\``,
    summaryOf(member, checker),
  ])
  return ['', `### ${name}`, '', escapeText(summary), ...table(['member', 'what it is'], members)]
}

function membersOf(symbol, checker) {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0
  if (!isClass && (symbol.flags & ts.SymbolFlags.Interface) === 0) return []
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter((member) => isPublic(member) && !ofEveryError.has(member.name))
}

const ofEveryError = new Set(['stack', 'cause', 'name', 'message'])

function isPublic(member) {
  const [declaration] = member.declarations ?? []
  if (declaration === undefined || member.name.startsWith('#') || member.name.startsWith('__')) return false
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return (ts.getCombinedModifierFlags(declaration) & hidden) === 0 && !isInternal(member)
}

const isInternal = (symbol) => symbol.getJsDocTags().some(({ name }) => name === 'internal')

function callsOf(symbol, checker) {
  const [declaration] = symbol.declarations ?? []
  if (declaration === undefined || (symbol.flags & ts.SymbolFlags.Value) === 0) return []
  return checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures()
}

/** `(name, options?)` of the first signature; empty for what can't be called. */
function parametersOf(symbol, checker) {
  const [signature] = callsOf(symbol, checker)
  if (signature === undefined) return ''
  const names = signature.parameters.map((parameter) => {
    const declaration = parameter.valueDeclaration
    const isParameter = declaration !== undefined && ts.isParameter(declaration)
    if (isParameter && declaration.dotDotDotToken !== undefined) return `...${parameter.name}`
    const isOptional = isParameter && checker.isOptionalParameter(declaration)
    return `${/^__\d+$/.test(parameter.name) ? 'options' : parameter.name}${isOptional ? '?' : ''}`
  })
  return `(${names.join(', ')})`
}

/** The first paragraph of a docstring, on one line. */
function summaryOf(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const [paragraph = ''] = text.split(/\n\s*\n/)
  return paragraph.replaceAll(/\s+/g, ' ').trim()
}
