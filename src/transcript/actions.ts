import { nearest, readDuration } from '../text/index.js'
import { quotePattern, readName, readPlace, writtenName, writtenPlace } from './notation.js'
import { readParameters, writtenParameters } from './parameters.js'
import { isPlaceholderKind, placeholderKinds, placeholdersOf } from './placeholders.js'
import { Unreadable } from './problems.js'
import {
  type Action,
  type EditTimes,
  type MoveScope,
  type Text,
  type ToWidget,
  type Turn,
  textAsKept,
} from './transcript.js'

/** The syntax of an action with a verb: how its line is read and written. */
interface Form<Kind extends Action['kind']> {
  readonly verb: string
  /** What follows the verb, as a regular expression. */
  readonly rest: string
  /** Text follows after a colon. */
  readonly hasText?: true
  readonly example: string
  /** The fields, from the groups of `rest`; undefined if they are invalid. */
  read(...groups: readonly (string | undefined)[]): Fields<Kind> | undefined
  /** Writes what `rest` matches. */
  write(action: Extract<Action, { kind: Kind }>): string
}

type Fields<Kind> = Omit<Extract<Action, { kind: Kind }>, 'kind' | 'who' | 'text'>
type KindWithVerb = Exclude<Action['kind'], 'message' | 'effect'>

const which = `(?: (${quotePattern}))?`
const emoji = ' :([^\\s:]+):'
const endpoint = '([A-Za-z]+\\.[A-Za-z]+)((?:\\s.*)?)'
const scopes: Readonly<Record<MoveScope, string>> = {
  one: '',
  later: ' and all after it',
  topic: ' and the whole topic',
}

const forms: { readonly [Kind in KindWithVerb]: Form<Kind> } = {
  edit: {
    verb: 'edits',
    rest: `${which}(?: (\\d{1,6}|several) times)?`,
    hasText: true,
    example: 'edits "the old text": the new text, or edits 3 times: the last text',
    read: (quote, times) => (times === '0' || times === '1' ? undefined : { ...timesIn(times), ...aimedAt(quote) }),
    write: ({ which, times }) => `${aim(' ', which)}${times === undefined ? '' : ` ${times} times`}`,
  },
  delete: {
    verb: 'deletes',
    rest: which,
    example: 'deletes "the text"',
    read: aimedAt,
    write: ({ which }) => aim(' ', which),
  },
  react: {
    verb: 'reacts with',
    rest: `${emoji}(?: to (${quotePattern}))?`,
    example: 'reacts with :tada:, or reacts with :tada: to "the text"',
    read: (emoji = '', quote) => ({ emoji, ...aimedAt(quote) }),
    write: ({ emoji, which }) => ` :${emoji}:${aim(' to ', which)}`,
  },
  unreact: {
    verb: 'takes back',
    rest: `${emoji}(?: from (${quotePattern}))?`,
    example: 'takes back :tada:, or takes back :tada: from "the text"',
    read: (emoji = '', quote) => ({ emoji, ...aimedAt(quote) }),
    write: ({ emoji, which }) => ` :${emoji}:${aim(' from ', which)}`,
  },
  move: {
    verb: 'moves',
    rest: `${which}( and all after it| and the whole topic)? to # (.+)`,
    example: 'moves "the text" to # kitchen > lunch, with "and all after it" or "and the whole topic" before the "to"',
    read(quote, words = '', written = '') {
      const to = readPlace(written.trim())
      const scope = words === scopes.later ? 'later' : words === scopes.topic ? 'topic' : 'one'
      return to !== undefined && 'channel' in to ? { scope, to, ...aimedAt(quote) } : undefined
    },
    write: ({ which, scope, to }) => `${aim(' ', which)}${scopes[scope]} to # ${writtenPlace(to)}`,
  },
  upload: {
    verb: 'uploads',
    rest: ` (${quotePattern}|[^\\s":]+)`,
    hasText: true,
    example: 'uploads menu.txt: what is in the file',
    read(file = '') {
      const name = readName(file)
      return name === undefined || name === '' ? undefined : { name }
    },
    write: ({ name }) => ` ${/^[^\s":]+$/.test(name) ? name : JSON.stringify(name)}`,
  },
  press: widgetForm('presses', 'yes'),
  vote: widgetForm('votes', 'rye'),
  unvote: widgetForm('takes back', 'rye'),
  tick: widgetForm('ticks', 'light the oven'),
  add: widgetForm('adds', 'spelt'),
  call: {
    verb: 'calls',
    rest: ` ${endpoint}`,
    example: 'calls users.setOwnStatus status_text=baking',
    read: (endpoint = '', parameters = '') => ({ endpoint, parameters: readParameters(parameters) }),
    write: ({ endpoint, parameters }) => ` ${endpoint}${writtenParameters(parameters)}`,
  },
}

/** An action on a part of a widget, which is named by its label. */
function widgetForm(verb: string, part: string): Form<ToWidget['kind']> {
  return {
    verb,
    rest: ` (${quotePattern})(?: in (${quotePattern}))?`,
    example: `${verb} "${part}", or ${verb} "${part}" in "the text"`,
    read(part = '', quote) {
      const name = readName(part)
      return name === undefined || name.trim() === '' ? undefined : { part: name, ...aimedAt(quote) }
    },
    write: ({ part, which }) => ` ${JSON.stringify(part)}${aim(' in ', which)}`,
  }
}

const verbs = Object.values(forms).map(({ verb }) => verb)
const name = `(${quotePattern}|[^":][^:]*?)`
const verbLine = new RegExp(`^${name} (${verbs.join('|')})(?=[\\s:]|$)(.*)$`, 's')
const messageLine = new RegExp(`^${name}:(?:\\s(.*))?$`, 's')
const effectLine = new RegExp(`^\\* (?:as ${name}: )?${endpoint}$`, 's')

/** Reads an action from a line and the text indented below it. @throws {Unreadable} */
export function readAction(line: string, below: readonly string[]): Action {
  if (line.startsWith('*')) return readEffect(line, below)
  const [, owner = '', verb, rest = ''] = verbLine.exec(line) ?? []
  const kinds = (Object.keys(forms) as KindWithVerb[]).filter((kind) => forms[kind].verb === verb)
  for (const kind of kinds) {
    const { rest: pattern, hasText, read } = forms[kind]
    if (!hasText) refuseText(below)
    const match = new RegExp(`^${pattern}${hasText ? ':(?:\\s(.*))?' : '\\s*'}$`, 's').exec(rest)
    const fields = match && read(...match.slice(1))
    if (!fields) continue
    const text = hasText && { text: readText(match.at(-1), below) }
    // The form returns the fields of its own kind.
    return { kind, who: readName(owner) ?? owner, ...fields, ...text } as Action
  }
  if (kinds.length > 0) {
    throw new Unreadable({ expected: `something like: ${kinds.map((kind) => forms[kind].example).join(', or ')}` })
  }
  const [, speaker = '', first] = messageLine.exec(line) ?? []
  const who = readName(speaker)
  if (who !== undefined && who !== '') return { kind: 'message', who, text: readText(first, below) }
  throw new Unreadable({
    expected: 'who says it and what, such as "Iago: hello", or what somebody does, such as "Iago deletes "hello""',
    suggestion: intendedVerb(line),
  })
}

export function writtenAction(action: Action): string {
  if (action.kind === 'effect') {
    const as = action.as === undefined ? '' : `as ${writtenName(action.as)}: `
    return `* ${as}${action.endpoint}${writtenParameters(action.parameters)}${action.open === true ? ' …' : ''}`
  }
  if (action.kind === 'message') return `${writtenName(action.who)}:`
  const form: Omit<Form<never>, 'read'> = forms[action.kind]
  // The form is that of the action's own kind.
  const rest = form.write(action as never)
  return `${writtenName(action.who)} ${form.verb}${rest}${form.hasText ? ':' : ''}`
}

function readEffect(line: string, below: readonly string[]): Action {
  refuseText(below)
  const [, as, endpoint, rest = ''] = effectLine.exec(line) ?? []
  if (endpoint === undefined)
    throw new Unreadable({ expected: 'an effect, such as "* streams.deleteTopic stream_id=2 topic_name=lunch"' })
  const open = /(^|\s)(…|\.\.\.)\s*$/.test(rest)
  const owner = as === undefined ? undefined : readName(as)
  return {
    kind: 'effect',
    endpoint,
    parameters: readParameters(open ? rest.replace(/(…|\.\.\.)\s*$/, '') : rest),
    ...(owner !== undefined && { as: owner }),
    ...(open && { open }),
  }
}

function readText(first = '', below: readonly string[]): Text {
  const text = textAsKept([...(first === '' ? [] : [first]), ...below].join('\n'))
  if (text === '') throw new Unreadable({ expected: 'some text behind the ":", or indented below it' })
  const unknown = placeholdersOf(text).find(({ kind }) => !isPlaceholderKind(kind))
  if (unknown === undefined) return text
  const kinds = Object.keys(placeholderKinds)
  const meant = nearest(unknown.kind, kinds)
  throw new Unreadable({
    found: unknown.source,
    expected: `one of ${kinds.map((kind) => `{{${kind}}}`).join(', ')}, or "\\${unknown.source}" for the braces as they are`,
    suggestion: meant && `{{${meant}}}`,
  })
}

/** @throws {Unreadable} if there is text below a line that takes none */
export function refuseText(below: readonly string[]): void {
  const found = below.find((line) => line !== '')
  if (below.length > 0) throw new Unreadable({ found: found ?? '', expected: 'no text below this line' })
}

function timesIn(times?: string): { readonly times?: EditTimes } {
  if (times === undefined) return {}
  return { times: times === 'several' ? times : Number(times) }
}

function aimedAt(quote?: string): { readonly which?: string } {
  return quote === undefined ? {} : { which: readName(quote) ?? quote }
}

function aim(preposition: string, which: string | undefined): string {
  return which === undefined ? '' : `${preposition}${JSON.stringify(which)}`
}

/** The beginning of a line, with its misspelt verb corrected. */
export function intendedVerb(line: string): string | undefined {
  const words = line.split(/\s+/)
  const firsts = verbs.map((verb) => verb.split(' ')[0] ?? verb)
  for (const [at, word] of words.entries()) {
    const meant = at === 0 ? undefined : nearest(word.replace(/:$/, ''), firsts)
    if (meant !== undefined) return `${words.slice(0, at).join(' ')} ${verbs[firsts.indexOf(meant)]} …`
  }
  return undefined
}

/** Reads a line such as `[5 minutes later]` or `[restart]`. @throws {Unreadable} */
export function readTurn(line: string): Turn {
  const text = /^\[(.*)\]\s*$/s.exec(line)?.[1]?.trim()
  if (text === undefined) throw new Unreadable({ expected: 'a "]" at the end of the line' })
  if (text === 'restart' || text === 'no faults' || text === 'at once') return { kind: text }
  const level = /^level (\d{1,6})$/.exec(text)?.[1]
  if (level !== undefined) return { kind: 'level', level: Number(level) }
  const sentence = /^fault:\s+(\S.*)$/s.exec(text)?.[1]
  if (sentence !== undefined) return { kind: 'fault', sentence }
  const time = /^at (\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)$/.exec(text)?.[1]
  if (time !== undefined) return { kind: 'until', time: time.replace('T', ' ') }
  const by = /^(.*\S) later$/.exec(text)?.[1]
  if (by !== undefined && readDuration(by) !== undefined) return { kind: 'later', by }
  throw new Unreadable({ found: line, expected: turns, suggestion: suggestionFor(text) })
}

const turns =
  '[5 minutes later], [at 2026-03-02 09:00], [restart], [at once], [level 176], [fault: the next call is dropped] or [no faults]'

export function writtenTurn(turn: Turn): string {
  switch (turn.kind) {
    case 'later':
      return `[${turn.by} later]`
    case 'until':
      return `[at ${turn.time}]`
    case 'level':
      return `[level ${turn.level}]`
    case 'fault':
      return `[fault: ${turn.sentence}]`
    default:
      return `[${turn.kind}]`
  }
}

function suggestionFor(text: string): string | undefined {
  const [first = ''] = text.split(/[\s:]/)
  const whole = nearest(text, ['restart', 'no faults', 'at once'])
  if (whole !== undefined) return `[${whole}]`
  const word = nearest(first, ['fault', 'level', 'restart'])
  const rest = text.slice(first.length).replace(/^:?\s*/, '')
  if (word === 'fault' && rest !== '') return `[fault: ${rest}]`
  if (word === 'level' && /^\d+$/.test(rest)) return `[level ${rest}]`
  if (word === 'restart') return '[restart]'
  return readDuration(text) === undefined ? undefined : `[${text} later]`
}
