import { canonicalUri, decoded } from './uri.js'
import {
  type Expression,
  type ExpressionStyle,
  expandUrl,
  type TemplateVariable,
  type UrlTemplate,
} from './urlTemplate.js'

/**
 * Builds a result from values that the template may have expanded to the URL. Undefined if it rejects the values, or the template
 * doesn't produce the URL from them.
 */
type Accept<Made> = (
  values: Values,
  /** Whether the template expands these values to this URL. */
  makesTheUrl: (values: Values) => boolean,
) => Made | undefined

type Values = ReadonlyMap<string, string>

/**
 * Reverses expansion. A template such as `{a}-{b}` can produce one URL from several sets of values; they are tried with the
 * longest first value first, until `accept` returns a result. First, the URL is read exactly as the template would escape it; if
 * that fails, as users paste it, with some characters unescaped.
 */
export function readUrl<Made>(template: UrlTemplate, url: string, accept: Accept<Made>): Made | undefined {
  const canonical = canonicalUri(url)
  if (canonical.length > longestUrl || depthOf(template) > deepest) return undefined
  return (
    read(template, canonical, asExpanded, (values) =>
      accept(values, (others) => canonicalUri(expandUrl(template, others)) === canonical),
    ) ??
    read(template, canonical, asPasted, (values) =>
      accept(values, (others) => pasted(canonicalUri(expandUrl(template, others))) === pasted(canonical)),
    )
  )
}

/** UTF-16 units. Longer URLs aren't written by people. */
const longestUrl = 4_000
/** Maximum number of template parts and variables: each is parsed by a nested call, so more could overflow the stack. */
const deepest = 200
/** Bounds the work if almost any boundary between two variables is possible. Calling `accept` costs more than a step. */
const mostSteps = 10_000
const stepsOfAnAnswer = 50

const depthOf = (template: UrlTemplate) =>
  template.reduce((sum, part) => sum + (typeof part === 'string' ? 1 : 1 + part.variables.length), 0)

interface Characters {
  readonly plain: RegExp
  readonly reserved: RegExp
}

const reserved = /(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-F]{2})*/y
const asExpanded: Characters = { plain: /(?:[\w\-.~]|%[\dA-F]{2})*/y, reserved }
const asPasted: Characters = { plain: /(?:[\w\-.~!$'()*,;:@]|%[\dA-F]{2})*/y, reserved }
const pasted = (url: string) => url.replaceAll(/%(?:2[147-9AC]|3[AB]|40)/g, decodeURIComponent)

function read<Made>(
  template: UrlTemplate,
  url: string,
  characters: Characters,
  accept: (values: Values) => Made | undefined,
): Made | undefined {
  const all = template.map((part) => (typeof part === 'string' ? canonicalUri(part) : part))
  let steps = 0

  const parts = (index: number, at: number, values: Values): Made | undefined => {
    const part = all[index]
    if (part === undefined) return at === url.length ? answer(values) : undefined
    if (typeof part !== 'string') return variables(part, 0, true, index, at, values)
    return url.startsWith(part, at) ? parts(index + 1, at + part.length, values) : undefined
  }

  const variables = (
    expression: Expression,
    which: number,
    first: boolean,
    index: number,
    at: number,
    values: Values,
  ): Made | undefined => {
    const variable = expression.variables[which]
    if (variable === undefined) return parts(index + 1, at, values)
    for (const { end, value } of readings(url, at, expression.style, variable, first, characters)) {
      steps += 1
      if (steps > mostSteps) return undefined
      const more = withValue(values, variable, value)
      const made = more && variables(expression, which + 1, false, index, end, more)
      if (made !== undefined) return made
    }
    // A variable without a value leaves nothing in the URL.
    const without = withValue(values, variable, '')
    return without && variables(expression, which + 1, first, index, at, without)
  }

  const answer = (values: Values) => {
    steps += stepsOfAnAnswer
    return accept(values)
  }

  return parts(0, 0, new Map())
}

interface Reading {
  readonly end: number
  readonly value: string
}

function* readings(
  url: string,
  at: number,
  style: ExpressionStyle,
  { name, longest }: TemplateVariable,
  first: boolean,
  characters: Characters,
): Generator<Reading> {
  let start = at
  const lead = first ? style.first : style.separator
  if (!url.startsWith(lead, start)) return
  start += lead.length
  if (style.afterNameIfEmpty !== undefined) {
    if (!url.startsWith(name, start)) return
    start += name.length
    if (style.afterNameIfEmpty === '') yield { end: start, value: '' }
    if (url[start] !== '=') return
    start += 1
  }
  const allowed = style.reserved ? characters.reserved : characters.plain
  allowed.lastIndex = start
  const most = longest === undefined ? url.length : start + longest * longestCharacter
  for (let end = Math.min(start + (allowed.exec(url)?.[0].length ?? 0), most); end >= start; end -= 1) {
    const written = url.slice(start, end)
    for (const value of new Set([decoded(written), ...(style.reserved ? [written] : [])])) {
      if (value === undefined || (longest !== undefined && Array.from(value).length > longest)) continue
      yield { end, value }
    }
  }
}

/** Four bytes of UTF-8, each escaped as three characters. */
const longestCharacter = 12

/**
 * Adds the knowledge that a variable has this value, or one that starts with it. Undefined if that contradicts the known
 * values.
 */
function withValue(values: Values, { name }: TemplateVariable, value: string): Values | undefined {
  const known = values.get(name)
  if (known === undefined || value.startsWith(known)) return new Map(values).set(name, value)
  return known.startsWith(value) ? values : undefined
}
