import { type CST, Lexer, type LineCounter, Parser } from 'yaml'

/** Lists and mappings stand inside one another more deeply than is allowed. */
export class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply'
  readonly offset: number

  constructor(offset: number) {
    super('Lists and mappings stand too deeply inside one another.')
    this.offset = offset
  }
}

/**
 * The tokens of a YAML text. It ends as soon as lists and mappings stand too deeply inside one another, before anything
 * walks through them by calling itself: a file of nothing but brackets would turn that against this process.
 *
 * @throws {NestedTooDeeply}
 */
export function* tokensOf(text: string, lines: LineCounter, deepest: number): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > deepest) throw new NestedTooDeeply(parser.offset - lexeme.length)
  }
  yield* parser.end()
}
