import { nearest } from '../../text/index.js'
import { quotePattern, readPlace, unquoted } from '../../transcript/notation.js'
import { isPlaceholderKind, placeholderKinds, placeholdersOf } from '../../transcript/placeholders.js'
import type { Deed, Text } from '../../transcript/transcript.js'
import { readParameters } from '../../transcript/values.js'
import type { Block } from './lines.js'
import { asFound } from './problems.js'
import type { Read } from './read.js'

/** Reads what somebody says or does. */
export function readDeed({ first: line, below }: Block): Read {
  if (line.startsWith('*')) return below.length > 0 ? noTextBelow(below) : readEffect(line)
  const [, name = '', verb = '', rest = ''] = deedLine.exec(line) ?? []
  if (verb !== '') return readAct(nameOf(name) ?? name, verb, rest, below)
  const [, speaker = '', said = ''] = messageLine.exec(line) ?? []
  const who = nameOf(speaker)
  if (who === undefined || who === '') return { problem: { expected: deeds, ...meantVerb(line) } }
  return withText(said, below, (text) => ({ kind: 'message', who, text }))
}

const deeds = 'who says it and what, such as "Iago: hello", or what somebody does, such as "Iago deletes "hello""'

const name = `(${quotePattern}|[^":][^:]*?)`
const verbs = ['edits', 'deletes', 'reacts with', 'takes back', 'moves', 'uploads', 'calls']
const deedLine = new RegExp(`^${name} (${verbs.join('|')})(?=[\\s:]|$)(.*)$`, 's')
const messageLine = new RegExp(`^${name}:(?:\\s(.*))?$`, 's')
const which = `(?: (${quotePattern}))?`

function readAct(who: string, verb: string, rest: string, below: readonly string[]): Read {
  const match = (pattern: string) => new RegExp(`^${pattern}$`, 's').exec(rest)
  const aim = (quote: string | undefined) => (quote === undefined ? {} : { which: unquoted(quote) ?? quote })
  if (verb === 'edits') {
    const [whole, quote, text = ''] = match(`${which}:(?:\\s(.*))?`) ?? []
    if (whole === undefined) return wrongAct('edits "the old text": the new text')
    return withText(text, below, (text) => ({ kind: 'edit', who, text, ...aim(quote) }))
  }
  if (verb === 'uploads') {
    const [, file, text = ''] = match(` (${quotePattern}|[^\\s":]+):(?:\\s(.*))?`) ?? []
    const name = file === undefined ? undefined : nameOf(file)
    if (name === undefined || name === '') return wrongAct('uploads menu.txt: what is in the file')
    return withText(text, below, (text) => ({ kind: 'upload', who, name, text }))
  }
  if (below.length > 0) return noTextBelow(below)
  const trimmed = new RegExp(`^${acts[verb] ?? ''}\\s*$`, 's').exec(rest)
  if (trimmed === null) return wrongAct(examples[verb] ?? verb)
  const [, one, two, three] = trimmed
  switch (verb) {
    case 'deletes':
      return { part: { kind: 'delete', who, ...aim(one) } }
    case 'reacts with':
      return { part: { kind: 'react', who, emoji: one ?? '', ...aim(two) } }
    case 'takes back':
      return { part: { kind: 'unreact', who, emoji: one ?? '', ...aim(two) } }
    case 'moves': {
      const to = readPlace((three ?? '').trim())
      if (to === undefined || !('channel' in to)) return wrongAct(examples.moves ?? '')
      const scope = two === undefined ? 'one' : two.includes('after') ? 'later' : 'topic'
      return { part: { kind: 'move', who, scope, to, ...aim(one) } }
    }
    default: {
      const read = readParameters(two ?? '')
      if ('wrong' in read) return wrongParameter(read.wrong)
      return { part: { kind: 'call', who, endpoint: one ?? '', parameters: read.parameters } }
    }
  }
}

/** What stands behind a verb that takes no text. */
const acts: Readonly<Record<string, string>> = {
  deletes: which,
  'reacts with': ` :([^\\s:]+):(?: to (${quotePattern}))?`,
  'takes back': ` :([^\\s:]+):(?: from (${quotePattern}))?`,
  moves: `${which}(?: (and all after it|and the whole topic))? to # (.+)`,
  calls: ' ([A-Za-z]+\\.[A-Za-z]+)((?:\\s.*)?)',
}

const examples: Readonly<Record<string, string>> = {
  deletes: 'deletes "the text"',
  'reacts with': 'reacts with :tada:, or reacts with :tada: to "the text"',
  'takes back': 'takes back :tada:, or takes back :tada: from "the text"',
  moves: 'moves "the text" to # kitchen > lunch, with "and all after it" or "and the whole topic" before the "to"',
  calls: 'calls users.setOwnStatus status_text=baking',
}

function readEffect(line: string): Read {
  const [, as, endpoint, rest = ''] =
    new RegExp(`^\\* (?:as ${name}: )?([A-Za-z]+\\.[A-Za-z]+)((?:\\s.*)?)$`, 's').exec(line) ?? []
  if (endpoint === undefined) {
    return { problem: { expected: 'an effect, such as "* streams.deleteTopic stream_id=2 topic_name=lunch"' } }
  }
  const open = /(^|\s)(…|\.\.\.)\s*$/.test(rest)
  const read = readParameters(open ? rest.replace(/(…|\.\.\.)\s*$/, '') : rest)
  if ('wrong' in read) return wrongParameter(read.wrong)
  const owner = as === undefined ? undefined : nameOf(as)
  return {
    part: {
      kind: 'effect',
      endpoint,
      parameters: read.parameters,
      ...(owner !== undefined && { as: owner }),
      ...(open && { open }),
    },
  }
}

function withText(said: string, below: readonly string[], deed: (text: Text) => Deed): Read {
  const text = [...(said === '' ? [] : [said]), ...below].join('\n').trimEnd().replace(/^\n+/, '')
  if (text === '') return { problem: { expected: 'some text behind the ":", or indented below it' } }
  const unknown = placeholdersOf(text).find(({ kind }) => !isPlaceholderKind(kind))
  if (unknown === undefined) return { part: deed(text) }
  const kinds = Object.keys(placeholderKinds)
  const suggestion = nearest(unknown.kind, kinds)
  const expected = `one of ${kinds.map((kind) => `{{${kind}}}`).join(', ')}, or "\\${unknown.source}" for the braces as they are`
  return {
    problem: { found: asFound(unknown.source), expected, ...(suggestion && { suggestion: `{{${suggestion}}}` }) },
  }
}

function nameOf(written: string): string | undefined {
  return written.startsWith('"') ? unquoted(written) : written.trim()
}

function wrongAct(example: string): Read {
  return { problem: { expected: `something like: ${example}` } }
}

function wrongParameter(found: string): Read {
  return { problem: { found: asFound(found), expected: 'parameters such as stream_id=2 topic="oven #12" to=[8,9]' } }
}

function noTextBelow(below: readonly string[]): Read {
  return { problem: { found: asFound(below.find((line) => line !== '') ?? ''), expected: 'no text below this line' } }
}

/** A verb that was misspelt. */
export function meantVerb(line: string): { readonly suggestion?: string } {
  const words = line.split(/\s+/)
  for (const [at, word] of words.entries()) {
    if (at === 0) continue
    const verb = nearest(
      word.replace(/:$/, ''),
      verbs.map((verb) => verb.split(' ')[0] ?? verb),
    )
    const meant = verbs.find((one) => one.split(' ')[0] === verb)
    if (meant !== undefined) return { suggestion: `${words.slice(0, at).join(' ')} ${meant} …` }
  }
  return {}
}
