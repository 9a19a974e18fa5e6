import { canonicalUri, decoded } from './uri.js'
import type { Expression, ExpressionStyle, TemplateVariable, UrlTemplate } from './urlTemplate.js'

/**
 * Turns expansion round: takes out of a URL the values with which the template makes it, until `accept` makes something
 * of them. A template may make one URL from several sets of values, `{a}-{b}` for one; they are tried from the one with
 * the longest first value on. What the template would have escaped counts first; then a URL that holds such characters
 * as they are, as people paste it, is read too.
 */
export function readUrl<Accepted>(
  template: UrlTemplate,
  url: string,
  accept: (values: ReadonlyMap<string, string>) => Accepted | undefined,
): Accepted | undefined {
  const canonical = canonicalUri(url)
  if (canonical.length > longestUrl || depthOf(template) > deepest) return undefined
  return read(template, canonical, asExpanded, accept) ?? read(template, canonical, asPasted, accept)
}

/** A URL longer than the longest message is none that anybody wrote. */
const longestUrl = 10_000
/** The reading of each variable stands on the one before it, and so does the machine's stack. */
const deepest = 200
/** Together these bound the work where almost every cut between two variables fits. */
const mostSteps = 20_000
const mostAnswers = 200

const depthOf = (template: UrlTemplate) =>
  template.reduce((sum, part) => sum + (typeof part === 'string' ? 1 : 1 + part.variables.length), 0)

interface Characters {
  readonly plain: RegExp
  readonly reserved: RegExp
}

const reserved = /(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-F]{2})*/y
const asExpanded: Characters = { plain: /(?:[\w\-.~]|%[\dA-F]{2})*/y, reserved }
const asPasted: Characters = { plain: /(?:[\w\-.~!$'()*,;:@]|%[\dA-F]{2})*/y, reserved }

/** What is known of a variable: its value, or how the value begins where the template takes no more of it. */
interface Known {
  readonly value: string
  readonly cut: boolean
}
type Values = ReadonlyMap<string, Known>

function read<Accepted>(
  template: UrlTemplate,
  url: string,
  characters: Characters,
  accept: (values: ReadonlyMap<string, string>) => Accepted | undefined,
): Accepted | undefined {
  const all = template.map((part) => (typeof part === 'string' ? canonicalUri(part) : part))
  let steps = 0
  let answers = 0

  const parts = (index: number, at: number, values: Values): Accepted | undefined => {
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
  ): Accepted | undefined => {
    const variable = expression.variables[which]
    if (variable === undefined) return parts(index + 1, at, values)
    for (const { end, value } of readings(url, at, expression.style, variable, first, characters)) {
      steps += 1
      if (steps > mostSteps || answers >= mostAnswers) return undefined
      const more = learnt(values, variable, value)
      const accepted = more && variables(expression, which + 1, false, index, end, more)
      if (accepted !== undefined) return accepted
    }
    // A variable without a value leaves no trace.
    const without = learnt(values, variable, '')
    return without && variables(expression, which + 1, first, index, at, without)
  }

  const answer = (values: Values) => {
    answers += 1
    return accept(new Map(Array.from(values, ([name, { value }]) => [name, value])))
  }

  return parts(0, 0, new Map())
}

interface Reading {
  readonly end: number
  readonly value: string
}

/** The ways in which a variable may stand at a place of the URL, the longest first. */
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
    if (/%[\dA-F]?$/.test(written)) continue
    for (const value of new Set([decoded(written), ...(style.reserved ? [written] : [])])) {
      if (value === undefined || (longest !== undefined && Array.from(value).length > longest)) continue
      yield { end, value }
    }
  }
}

/** Four bytes of UTF-8, three signs each. */
const longestCharacter = 12

/** What is known once a variable was seen to have this value; undefined where that contradicts what was known. */
function learnt(values: Values, { name, longest }: TemplateVariable, value: string): Values | undefined {
  const now = { value, cut: longest !== undefined && Array.from(value).length === longest }
  const before = values.get(name)
  if (before === undefined) return new Map(values).set(name, now)
  const [shorter, other] = before.value.length < now.value.length ? [before, now] : [now, before]
  const agree = shorter.cut ? other.value.startsWith(shorter.value) : other.value === shorter.value
  if (!agree) return undefined
  return new Map(values).set(name, shorter.value === other.value && !shorter.cut ? shorter : other)
}
