import { type ErrorFacts, type ErrorId, errors, errorText } from '../../protocol/index.js'
import { compilePattern, type Pattern } from './pattern.js'
import { parseUrlTemplate, type UrlTemplate, variableNames } from './urlTemplate.js'

/** A linkifier, ready to work as far as it is in order. */
export interface ReadLinkifier {
  readonly forward?: Forward
  readonly reverse?: Reverse
  readonly problems: readonly LinkifierProblem[]
}

export interface Forward {
  readonly pattern: Pattern
  readonly template: UrlTemplate
}

export interface Reverse {
  /** The URL template, then the alternative ones. */
  readonly urls: readonly UrlTemplate[]
  readonly text: ReverseTemplate
}

/** Holds a linkifier against the syntax of its parts, and its parts against each other. Never throws. */
export function readLinkifier(draft: LinkifierDraft): ReadLinkifier {
  const problems: LinkifierProblem[] = []
  const template = readUrlTemplate(draft.url_template, problems)
  const pattern = readPattern(draft.pattern, problems)
  const text = pattern && readReverse(draft, pattern, problems)
  const alternatives = readAlternatives(draft, pattern, problems)
  if (!pattern || !template || !canBeFilled(pattern, template, problems)) return { problems }
  const forward = { pattern, template }
  return text ? { forward, reverse: { urls: [template, ...alternatives], text }, problems } : { forward, problems }
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

function readReverse(
  draft: LinkifierDraft,
  pattern: Pattern,
  problems: LinkifierProblem[],
): ReverseTemplate | undefined {
  const source = draft.reverse_template?.trim()
  const example = draft.example_input?.trim()
  if (source && !example) problems.push(problem('example_input', 'exampleNeeded'))
  const match = example ? pattern.searchAnywhere(example) : undefined
  if (example && !match) problems.push(problem('example_input', 'exampleDoesNotMatch'))
  if (!source) return undefined

  const template = parseReverseTemplate(source)
  if (typeof template === 'string') {
    problems.push(problem('reverse_template', reverseFaults[template]))
    return undefined
  }
  const groups = template.flatMap((part) => (typeof part === 'string' ? [] : [part.group]))
  const [unknown] = groups.filter((group) => !pattern.groups.has(group))
  if (unknown !== undefined) {
    problems.push(problem('reverse_template', 'reverseGroupNotInPattern', { group: unknown }))
    return undefined
  }
  if (match && fillReverseTemplate(template, match.groups) !== example) {
    problems.push(problem('example_input', 'exampleDoesNotComeBack'))
  }
  return template
}

const reverseFaults = {
  'missing brace': 'reverseBraceMissing',
  'empty name': 'reverseNameEmpty',
} as const satisfies Record<ReverseTemplateFault, string>

function readAlternatives(
  { alternative_url_templates: sources = [] }: LinkifierDraft,
  pattern: Pattern | undefined,
  problems: LinkifierProblem[],
): UrlTemplate[] {
  return sources.flatMap((source) => {
    const template = parseUrlTemplate(source)
    const [unknown] = template && pattern ? missing(variableNames(template), pattern.groups) : []
    if (!template || source.trim() === '') problems.push(problem('alternative_url_templates', 'invalidUrlTemplate'))
    else if (unknown === undefined) return [template]
    else problems.push(problem('alternative_url_templates', 'templateGroupNotInPattern', { group: unknown }))
    return []
  })
}

/** Whether the template can be filled from the pattern. That a group is left over is a problem, but does no harm. */
function canBeFilled({ groups }: Pattern, template: UrlTemplate, problems: LinkifierProblem[]): boolean {
  const variables = variableNames(template)
  const [unknown] = missing(variables, groups)
  const [unused] = missing(groups, variables)
  if (unknown !== undefined) problems.push(problem('url_template', 'templateGroupNotInPattern', { group: unknown }))
  else if (unused !== undefined) problems.push(problem('url_template', 'patternGroupNotInTemplate', { group: unused }))
  return unknown === undefined
}

/** The names that the others lack, in the order of the alphabet: the server complains of the first. */
const missing = (names: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...names].filter((name) => !others.has(name)).sort()

/** What an administrator writes down to make a linkifier; a linkifier of the server is one too. @see spec 2.7 */
export interface LinkifierDraft {
  /** Regular expression, RE2 syntax. */
  readonly pattern: string
  /** RFC 6570; its variables are the named groups of the pattern. */
  readonly url_template: string
  readonly example_input?: string | null | undefined
  /** `{variable}` placeholders, `{{` and `}}` for literal braces. */
  readonly reverse_template?: string | null | undefined
  readonly alternative_url_templates?: readonly string[] | undefined
}

/** What is wrong with a linkifier, as the server would say it. */
export interface LinkifierProblem {
  readonly field: keyof LinkifierDraft
  /** The server's text. */
  readonly message: string
  /** The row of the catalogue of errors that the text is from, and what was filled in. */
  readonly error: ErrorId
  readonly facts: ErrorFacts
}

function problem(field: keyof LinkifierDraft, error: ErrorId, facts: ErrorFacts = {}): LinkifierProblem {
  return { field, message: errorText(errors[error], facts), error, facts }
}

/**
 * What the server would refuse about a linkifier, in its words; nothing where the linkifier is in order.
 *
 * @example checkLinkifier({ pattern: '(oven', url_template: 'https://a.example/' })[0]?.message
 *   // 'Bad regular expression: missing ): (oven'
 * @see spec 2.7
 */
export function checkLinkifier(draft: LinkifierDraft): readonly LinkifierProblem[] {
  return readLinkifier(draft).problems
}

/** The text that a URL is turned back into, with the places where groups go. @see spec 2.7 `reverse_template` */
export type ReverseTemplate = readonly (string | { readonly group: string })[]

export type ReverseTemplateFault = 'missing brace' | 'empty name'

/** `{name}` is the place of a group, `{{` and `}}` are braces; a lone `}` stands for itself, as with the server. */
export function parseReverseTemplate(template: string): ReverseTemplate | ReverseTemplateFault {
  const parts: (string | { group: string })[] = []
  for (const [piece, group] of template.matchAll(pieces)) {
    if (piece === '{') return 'missing brace'
    if (group === '') return 'empty name'
    parts.push(group === undefined ? (literals[piece] ?? piece) : { group })
  }
  return parts
}

export function fillReverseTemplate(template: ReverseTemplate, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (typeof part === 'string' ? part : (values.get(part.group) ?? ''))).join('')
}

/** The first that fits counts: a lone `{` is left over only where nothing closes it. */
const pieces = /\{\{|\}\}|\{([^}]*)\}|[^{}]+|[{}]/g
const literals: Readonly<Record<string, string>> = { '{{': '{', '}}': '}' }
