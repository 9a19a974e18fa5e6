import type { LinkifierDraft } from './draft.js'
import { compilePattern, type Pattern } from './pattern.js'
import { type LinkifierProblem, problem } from './problem.js'
import {
  fillReverseTemplate,
  parseReverseTemplate,
  type ReverseTemplate,
  type ReverseTemplateFault,
} from './reverseTemplate.js'
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
