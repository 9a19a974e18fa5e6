import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  visit,
} from 'yaml'
import { jsonProblem, type Mistake, type Path } from './mistake.js'

/** A parsed file. */
export interface SeedDocument {
  readonly value: unknown
  /** If there are any, the value is only what could be read. */
  readonly mistakes: readonly Mistake[]
  /** Whether the text can't be parsed, so that further checks are pointless. */
  readonly isBroken: boolean
  /** The offset of a mistake; for a missing value, that of its parent. */
  offsetOf(mistake: Mistake): number
  /** From 1. */
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
  const broken = (...mistakes: readonly (readonly [offset: number, says: string])[]): SeedDocument => ({
    value: undefined,
    mistakes: mistakes.map(([offset, says]) => ({ path: [], offset, says })),
    isBroken: true,
    offsetOf: ({ offset = 0 }) => offset,
    positionAt,
  })
  const notJson = isJson ? jsonProblem(text) : undefined
  const documents = compose(text, lines)
  if (typeof documents === 'number') {
    return broken([documents, `is nested more than ${deepestNesting} levels deep; a seed needs no more than five`])
  }
  if (notJson !== undefined) return broken([notJson.offset, `${notJson.says}; fix it, or name the file .yaml`])
  const [document, another] = documents
  if (document === undefined) return broken()
  const errors = [...document.errors, ...document.warnings, ...(another?.errors ?? [])]
  if (errors.length > 0)
    return broken(...errors.map(({ message, pos: [offset] }) => [offset, syntax(message)] as const))
  if (another !== undefined) {
    return broken([
      another.range[0],
      'continues after "---" with a second document; put each organisation in its own file',
    ])
  }
  const nodes = readNodes(document)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: mostAliases })
  } catch {
    return broken([
      offsetOfNode(nodes.firstAlias),
      'has aliases that add too many values; write them out, or use fewer',
    ])
  }
  return { ...nodes, value, isBroken: false, positionAt }
}

/** A seed has five levels; the rest is room for mistakes that are reported in more detail. */
const deepestNesting = 40

/** How often one may occur, also within others. */
const mostAliases = 1_000

/** The documents of a text, or the offset at which it is nested too deeply. */
function compose(text: string, lines: LineCounter): Document.Parsed[] | number {
  const parser = new Parser(lines.addNewLine)
  const tokens: CST.Token[] = []
  lines.addNewLine(0)
  // Found before any recursive code sees it: a file of nothing but brackets would overflow the stack.
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    if (parser.stack.length > deepestNesting) return parser.offset - lexeme.length
  }
  tokens.push(...parser.end())
  // Repeated fields are found below: the library's own check takes a minute for a long list of fields.
  const composer = new Composer({ schema: 'core', resolveKnownTags: false, uniqueKeys: false, prettyErrors: false })
  return [...composer.compose(tokens, true, text.length)]
}

function syntax(message: string): string {
  const tag = /^Unresolved tag: (.*)$/s.exec(message)?.[1]
  return tag === undefined
    ? `is not YAML here (${message}); fix it first: the rest is checked once the file can be parsed`
    : `has the tag ${tag}, which means nothing in a seed; leave it out`
}

/** Removes what can't be used from the document, and finds the places of the rest. */
function readNodes(document: Document.Parsed) {
  const mistakes: Mistake[] = []
  /** The fields of each map, by name. */
  const fields = new Map<unknown, Map<string, Pair>>()
  const targets = new Map<unknown, Node | undefined>()
  const anchors = new Map<string, Node>()
  visit(document, (_, node, ancestors) => {
    if (isPair(node)) return field(node, ancestors)
    if (isAlias(node)) return alias(node, ancestors)
    if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, node)
    return undefined
  })
  return { mistakes, firstAlias: [...targets.keys()][0], offsetOf }

  function field(pair: Pair, ancestors: readonly unknown[]) {
    const known = fields.get(ancestors.at(-1)) ?? new Map<string, Pair>()
    fields.set(ancestors.at(-1), known)
    const name = isScalar(pair.key) && pair.key.value !== null ? String(pair.key.value) : undefined
    const says =
      name === undefined
        ? 'has a field whose name is not a plain word; name it'
        : name === '__proto__'
          ? 'is not a valid field name; leave it out'
          : known.has(name) && 'is given twice; remove one of them'
    if (name !== undefined && says === false) known.set(name, pair)
    if (says === false) return undefined
    const path = name === undefined ? pathOf(ancestors) : [...pathOf(ancestors), name]
    mistakes.push({ path, offset: offsetOfNode(pair.key), says })
    return visit.REMOVE
  }

  function alias(node: Alias, ancestors: readonly unknown[]) {
    const target = anchors.get(node.source)
    targets.set(node, target)
    if (target !== undefined && !ancestors.includes(target)) return undefined
    const says =
      target === undefined
        ? `is *${node.source}, but nothing above it is marked &${node.source}; write the value out`
        : `is *${node.source}, which is inside the value it repeats; write the value out`
    mistakes.push({ path: pathOf([...ancestors, node]), offset: offsetOfNode(node), says })
    return visit.REMOVE
  }

  function offsetOf({ path, offset, ofName = false }: Mistake): number {
    if (offset !== undefined) return offset
    let node: unknown = document.contents
    let [at, keyAt]: [number, number | undefined] = [offsetOfNode(node), undefined]
    for (const [index, part] of path.entries()) {
      const pair = fields.get(node)?.get(String(part))
      const next = pair?.value ?? (isSeq(node) ? node.items[Number(part)] : undefined)
      if (pair === undefined && next === undefined) return keyAt ?? at
      keyAt = pair && offsetOfNode(pair.key)
      if (ofName && index === path.length - 1 && keyAt !== undefined) return keyAt
      node = isAlias(next) ? targets.get(next) : next
      at = isNode(node) ? offsetOfNode(node) : (keyAt ?? at)
    }
    return at
  }
}

/** The path of the last of these nodes, each of which holds the next one. */
function pathOf(nodes: readonly unknown[]): Path {
  return nodes.flatMap((node, at): Path => {
    if (isPair(node)) return [isScalar(node.key) ? String(node.key.value) : '']
    return isSeq(node) && at < nodes.length - 1 ? [node.items.indexOf(nodes[at + 1])] : []
  })
}

function offsetOfNode(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}
