import { type ErrorFacts, type ErrorId, errors, errorText } from '../../protocol/index.js'
import { compilePattern, type Pattern } from './pattern.js'
import { parseUrlTemplate, type UrlTemplate, variableNames } from './urlTemplate.js'

/** A parsed linkifier. Its valid parts can be used. */
export interface ReadLinkifier {
  readonly forward?: Forward
  readonly problems: readonly LinkifierProblem[]
}

export interface Forward {
  readonly pattern: Pattern
  readonly template: UrlTemplate
}

/** Parses a linkifier, and checks the syntax of its parts and their consistency. Never throws. */
export function readLinkifier(draft: LinkifierDraft): ReadLinkifier {
  const problems: LinkifierProblem[] = []
  const template = readUrlTemplate(draft.url_template, problems)
  const pattern = readPattern(draft.pattern, problems)
  if (pattern) checkReverse(draft, pattern, problems)
  checkAlternatives(draft, pattern, problems)
  if (!pattern || !template || !canBeFilled(pattern, template, problems)) return { problems }
  return { forward: { pattern, template }, problems }
}

function readPattern(source: string, problems: LinkifierProblem[]): Pattern | undefined {
  if (source.trim() === '') {
    problems.push(problem('pattern', 'blankField'))
    return undefined
  }
  const pattern = compilePattern(source)
  if (!('reason' in pattern)) return pattern
  problems.push(problem('pattern', 'badRegularExpression', { reason: pattern.reason }))
  return undefined
}

function readUrlTemplate(source: string, problems: LinkifierProblem[]): UrlTemplate | undefined {
  const template = parseUrlTemplate(source)
  if (source.trim() === '') problems.push(problem('url_template', 'blankField'))
  else if (!template) problems.push(problem('url_template', 'invalidUrlTemplate'))
  else return template
  return undefined
}

function checkReverse(draft: LinkifierDraft, pattern: Pattern, problems: LinkifierProblem[]): void {
  const source = draft.reverse_template?.trim()
  const example = draft.example_input?.trim()
  if (source && !example) problems.push(problem('example_input', 'exampleNeeded'))
  const match = example ? pattern.searchAnywhere(example) : undefined
  if (example && !match) problems.push(problem('example_input', 'exampleDoesNotMatch'))
  if (!source) return

  const template = parseReverseTemplate(source)
  if (typeof template === 'string') {
    problems.push(problem('reverse_template', reverseFaults[template]))
    return
  }
  const groups = template.flatMap((part) => (typeof part === 'string' ? [] : [part.group]))
  const [unknown] = groups.filter((group) => !pattern.groups.has(group))
  if (unknown !== undefined) {
    problems.push(problem('reverse_template', 'reverseGroupNotInPattern', { group: unknown }))
    return
  }
  if (match && fillReverseTemplate(template, match.groups) !== example) {
    problems.push(problem('example_input', 'exampleDoesNotComeBack'))
  }
}

const reverseFaults = {
  'missing brace': 'reverseBraceMissing',
  'empty name': 'reverseNameEmpty',
} as const satisfies Record<ReverseTemplateFault, string>

function checkAlternatives(
  { alternative_url_templates: sources = [] }: LinkifierDraft,
  pattern: Pattern | undefined,
  problems: LinkifierProblem[],
): void {
  for (const source of sources) {
    const template = parseUrlTemplate(source)
    const [unknown] = template && pattern ? missing(variableNames(template), pattern.groups) : []
    if (!template || source.trim() === '') problems.push(problem('alternative_url_templates', 'invalidUrlTemplate'))
    else if (unknown !== undefined) {
      problems.push(problem('alternative_url_templates', 'templateGroupNotInPattern', { group: unknown }))
    }
  }
}

/** Whether the pattern has a group for each variable of the template. An unused group is reported, but is harmless. */
function canBeFilled({ groups }: Pattern, template: UrlTemplate, problems: LinkifierProblem[]): boolean {
  const variables = variableNames(template)
  const [unknown] = missing(variables, groups)
  const [unused] = missing(groups, variables)
  if (unknown !== undefined) problems.push(problem('url_template', 'templateGroupNotInPattern', { group: unknown }))
  else if (unused !== undefined) problems.push(problem('url_template', 'patternGroupNotInTemplate', { group: unused }))
  return unknown === undefined
}

/** The names that `others` lacks, in alphabetical order: the server reports the first. */
const missing = (names: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...names].filter((name) => !others.has(name)).sort()

/** What an administrator enters to create a linkifier. The server's linkifiers have this shape too. */
export interface LinkifierDraft {
  /** A regular expression in RE2 syntax. */
  readonly pattern: string
  /** An RFC 6570 template; its variables are the pattern's named groups. */
  readonly url_template: string
  readonly example_input?: string | null | undefined
  /** Has `{variable}` placeholders, and `{{` and `}}` for literal braces. */
  readonly reverse_template?: string | null | undefined
  readonly alternative_url_templates?: readonly string[] | undefined
}

/** A problem with a linkifier, in the server's words. */
export interface LinkifierProblem {
  readonly field: keyof LinkifierDraft
  /** The server's text. */
  readonly message: string
  /** The ID of the text in the error catalogue, and the values that were filled in. */
  readonly error: ErrorId
  readonly facts: ErrorFacts
}

function problem(field: keyof LinkifierDraft, error: ErrorId, facts: ErrorFacts = {}): LinkifierProblem {
  return { field, message: errorText(errors[error], facts), error, facts }
}

/**
 * The problems for which the server would refuse a linkifier, in its words; empty if there are none.
 *
 * @example checkLinkifier({ pattern: '(oven', url_template: 'https://a.example/' })[0]?.message
 *   // 'Bad regular expression: missing ): (oven'
 */
export function checkLinkifier(draft: LinkifierDraft): readonly LinkifierProblem[] {
  return readLinkifier(draft).problems
}

/** The text that a URL is turned back into, with placeholders for groups. */
type ReverseTemplate = readonly (string | { readonly group: string })[]

type ReverseTemplateFault = 'missing brace' | 'empty name'

/** `{name}` is a group's placeholder, `{{` and `}}` are literal braces; a lone `}` is literal too, as on the server. */
function parseReverseTemplate(template: string): ReverseTemplate | ReverseTemplateFault {
  const parts: (string | { group: string })[] = []
  for (const [piece, group] of template.matchAll(pieces)) {
    if (piece === '{') return 'missing brace'
    if (group === '') return 'empty name'
    parts.push(group === undefined ? (literals[piece] ?? piece) : { group })
  }
  return parts
}

function fillReverseTemplate(template: ReverseTemplate, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (typeof part === 'string' ? part : (values.get(part.group) ?? ''))).join('')
}

/** The first alternative that matches wins, so a lone `{` matches only if nothing closes it. */
const pieces = /\{\{|\}\}|\{([^}]*)\}|[^{}]+|[{}]/g
const literals: Readonly<Record<string, string>> = { '{{': '{', '}}': '}' }
