import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
} from 'yaml'
import { jsonProblem, type Mistake, type Path, type Place } from './place.js'

/** A parsed file with the position of each part. */
export interface SeedDocument {
  readonly value: unknown
  readonly place: Place
  /** If there are any, the value is only what could be read. */
  readonly mistakes: readonly Mistake[]
  /** Whether the text can't be parsed, so that further checks are pointless. */
  readonly isBroken: boolean
  positionAt(offset: number): { readonly line: number; readonly column: number }
}

/**
 * Reads YAML 1.2, which includes JSON; with `isJson`, only JSON. The number of values that aliases can add is limited, so
 * that no text makes this slow or runs out of memory.
 */
export function readDocument(text: string, { isJson }: { readonly isJson: boolean }): SeedDocument {
  const lines = new LineCounter()
  const positionAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const broken = (mistakes: readonly Mistake[]): SeedDocument => ({
    value: undefined,
    place: nowhere,
    mistakes,
    isBroken: true,
    positionAt,
  })
  const notJson = isJson ? jsonProblem(text) : undefined
  const documents = compose(text, lines)
  if (documents instanceof NestedTooDeeply) {
    const says = `is nested more than ${deepestNesting} levels deep; a seed needs no more than five`
    return broken([{ path: [], offset: documents.offset, says }])
  }
  if (notJson !== undefined) {
    return broken([{ ...notJson, path: [], says: `${notJson.says}; fix it, or name the file .yaml` }])
  }
  const [document, another] = documents
  if (document === undefined) return broken([])
  const errors = [...document.errors, ...document.warnings, ...(another?.errors ?? [])]
  if (errors.length > 0) return broken(errors.map(({ message, pos: [offset] }) => syntaxMistake(message, offset)))
  if (another !== undefined) {
    const says = 'continues after "---" with a second document; put each organisation in its own file'
    return broken([{ path: [], offset: another.range[0], says }])
  }
  return { ...readNodes(document), isBroken: false, positionAt }
}

/** A seed has five levels; the rest is room for mistakes that are reported in more detail. */
const deepestNesting = 40

/** How many values all aliases together can add. */
const mostCopies = 10_000

const nowhere: Place = { at: 0, inner: new Map() }

function compose(text: string, lines: LineCounter): Document.Parsed[] | NestedTooDeeply {
  // Repeated fields are found below: the library's own check takes a minute for a long list of fields.
  const composer = new Composer({ schema: 'core', resolveKnownTags: false, uniqueKeys: false, prettyErrors: false })
  try {
    const tokens = [...tokensOf(text, lines, deepestNesting)]
    return [...composer.compose(tokens, true, text.length)]
  } catch (error) {
    if (error instanceof NestedTooDeeply) return error
    throw error
  }
}

function syntaxMistake(message: string, offset: number): Mistake {
  const tag = /^Unresolved tag: (.*)$/s.exec(message)?.[1]
  const says =
    tag === undefined
      ? `is not YAML here (${message}); fix it first: the rest is checked once the file can be parsed`
      : `has the tag ${tag}, which means nothing in a seed; leave it out`
  return { path: [], offset, says }
}

interface Read {
  readonly value: unknown
  readonly place: Place
}

class TooManyCopies extends Error {
  override readonly name = 'TooManyCopies'
  readonly offset: number

  constructor(offset: number) {
    super('Aliases add too many values.')
    this.offset = offset
  }
}

function readNodes(document: Document.Parsed): Read & Pick<SeedDocument, 'mistakes'> {
  const mistakes: Mistake[] = []
  const anchors = new Map<string, unknown>()
  const open = new Set<unknown>()
  let copies = 0

  try {
    return { ...read(document.contents, [], undefined), mistakes }
  } catch (error) {
    if (!(error instanceof TooManyCopies)) throw error
    const says = `has aliases that add more than ${mostCopies} values; write them out, or use fewer`
    return { value: undefined, place: nowhere, mistakes: [{ path: [], offset: error.offset, says }] }
  }

  /** @param copiedAt offset of the alias that led here, if one did */
  function read(node: unknown, path: Path, copiedAt: number | undefined): Read {
    if (copiedAt !== undefined) {
      copies += 1
      if (copies > mostCopies) throw new TooManyCopies(copiedAt)
    }
    if (isAlias(node)) return follow(node, path, copiedAt)
    if (isScalar(node) || isMap(node) || isSeq(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
    }
    const at = offsetOfNode(node)
    if (isScalar(node)) return { value: node.value, place: { at, inner: new Map() } }
    open.add(node)
    const inner = new Map<string, Place>()
    const value = isMap(node)
      ? readFields(node.items, path, inner, copiedAt)
      : isSeq(node)
        ? readEntries(node.items, path, inner, copiedAt)
        : null
    open.delete(node)
    return { value, place: { at, inner } }
  }

  function readEntries(items: readonly unknown[], path: Path, inner: Map<string, Place>, copiedAt?: number): unknown[] {
    return items.map((item, index) => {
      const { value, place } = read(item, [...path, index], copiedAt)
      inner.set(String(index), place)
      return value
    })
  }

  function readFields(
    items: readonly { readonly key: unknown; readonly value: unknown }[],
    path: Path,
    inner: Map<string, Place>,
    copiedAt?: number,
  ): Record<string, unknown> {
    const fields: Record<string, unknown> = {}
    for (const { key, value } of items) {
      const keyAt = offsetOfNode(key)
      const name = isScalar(key) && key.value !== null ? String(key.value) : undefined
      if (name === undefined) {
        mistakes.push({ path, offset: keyAt, says: 'has a field whose name is not a plain word; name it' })
        continue
      }
      const whole = [...path, name]
      if (name === '__proto__') {
        mistakes.push({ path: whole, offset: keyAt, says: 'is not a valid field name; leave it out' })
      } else if (inner.has(name)) {
        mistakes.push({ path: whole, offset: keyAt, says: 'is given twice; remove one of them' })
      } else {
        const { value: held, place } = read(value, whole, copiedAt)
        fields[name] = held
        inner.set(name, { ...place, at: value === null ? keyAt : place.at, keyAt })
      }
    }
    return fields
  }

  function follow(alias: Alias, path: Path, copiedAt: number | undefined): Read {
    const at = offsetOfNode(alias)
    const target = anchors.get(alias.source)
    if (target !== undefined && !open.has(target)) return read(target, path, copiedAt ?? at)
    const says =
      target === undefined
        ? `is *${alias.source}, but nothing above it is marked &${alias.source}; write the value out`
        : `is *${alias.source}, which is inside the value it repeats; write the value out`
    mistakes.push({ path, offset: at, says })
    return { value: undefined, place: { at, inner: new Map() } }
  }
}

function offsetOfNode(node: unknown): number {
  const isNode = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)
  return isNode ? (node.range?.[0] ?? 0) : 0
}

class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply'
  readonly offset: number

  constructor(offset: number) {
    super('The text is nested too deeply.')
    this.offset = offset
  }
}

/**
 * The tokens of a YAML text. Stops as soon as the text is nested too deeply, before any recursive code sees it: a file of
 * nothing but brackets would overflow the stack.
 *
 * @throws {NestedTooDeeply}
 */
function* tokensOf(text: string, lines: LineCounter, deepest: number): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > deepest) throw new NestedTooDeeply(parser.offset - lexeme.length)
  }
  yield* parser.end()
}
