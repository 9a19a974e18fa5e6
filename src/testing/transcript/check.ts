import { type Endpoint, endpoints, isFeatureLevel } from '../../protocol/index.js'
import { FaultError, parseFault, type Realm } from '../../simulator/index.js'
import { idOf } from '../../simulator/transcript/who.js'
import { nearest } from '../../text/index.js'
import { writtenPlace } from '../../transcript/notation.js'
import { placeholdersOf } from '../../transcript/placeholders.js'
import type { Deed, Entry, Transcript, TranscriptPlace } from '../../transcript/transcript.js'
import { meantVerb } from './deeds.js'
import { asFound, type TranscriptProblem } from './problems.js'
import { momentIn } from './settings.js'

/** What a transcript is held against before it is run. */
export interface Surroundings {
  readonly realm: Realm
  /** The ID of the bot that is tested. */
  readonly bot: number
  /** The ID of who gives the bot their credentials. */
  readonly owner?: number
  readonly timezone: string
  /** The names of the channels. */
  readonly channels: readonly string[]
}

type Problem = Omit<TranscriptProblem, 'line'>

/** What a transcript speaks of that is not there: people, channels, endpoints, faults, levels, captures. */
export function unknownIn({ entries }: Transcript, around: Surroundings): readonly TranscriptProblem[] {
  const problems: TranscriptProblem[] = []
  const captures = new Map<string, string>()
  let place: TranscriptPlace | undefined
  let line = 1
  for (const entry of entries) {
    line = entry.at?.line ?? line
    const found: readonly Problem[] = problemsOf(entry, place, around, captures)
    problems.push(...found.map((problem) => ({ line, ...problem })))
    if (entry.kind === 'place') place = entry.place
  }
  return problems
}

function problemsOf(
  entry: Entry,
  place: TranscriptPlace | undefined,
  around: Surroundings,
  captures: Map<string, string>,
): readonly Problem[] {
  switch (entry.kind) {
    case 'place':
      return placeProblems(entry.place, around)
    case 'level':
      return isFeatureLevel(entry.level)
        ? []
        : [{ found: asFound(`level ${entry.level}`), expected: 'a feature level' }]
    case 'until':
      return momentIn(around.timezone, entry.time) === undefined
        ? [{ found: asFound(entry.time), expected: 'a date and a time that there are' }]
        : []
    case 'fault':
      return faultProblems(entry.sentence)
    case 'effect':
      return [...effectProblems(entry, around), ...captureProblems(entry, true, captures)]
    case 'blank':
    case 'comment':
    case 'setting':
    case 'later':
    case 'restart':
    case 'no faults':
      return []
    default:
      return deedProblems(entry, place, around, captures)
  }
}

function deedProblems(
  deed: Exclude<Deed, { kind: 'effect' }>,
  place: TranscriptPlace | undefined,
  around: Surroundings,
  captures: Map<string, string>,
): readonly Problem[] {
  const { realm, bot } = around
  const id = idOf(realm, deed.who)
  if (id === undefined) return [nobody(deed.who, realm, meantVerb(deed.who))]
  const problems: Problem[] = [...captureProblems(deed, id === bot, captures)]
  if (deed.kind === 'move') problems.push(...placeProblems(deed.to, around))
  if (deed.kind === 'call') {
    if (id === bot)
      problems.push({ found: asFound(`${deed.who} calls`), expected: `what the bot calls as "* ${deed.endpoint} …"` })
    problems.push(...callProblems(deed.endpoint, Object.keys(deed.parameters)))
  }
  const inPlace = deed.kind !== 'call' && deed.kind !== 'upload'
  if (inPlace && place !== undefined && 'people' in place && !place.people.some((name) => idOf(realm, name) === id)) {
    problems.push({ found: asFound(deed.who), expected: `somebody of "# ${writtenPlace(place)}"` })
  }
  return problems
}

function effectProblems({ as, endpoint, parameters }: Deed & { kind: 'effect' }, { realm, owner }: Surroundings) {
  const problems = [...callProblems(endpoint, Object.keys(parameters))]
  if (as !== undefined && (owner === undefined || idOf(realm, as) !== owner)) {
    const who = owner === undefined ? 'a setting "owner:" that names them' : `"as ${realm.account(owner).fullName}"`
    problems.push({ found: asFound(`as ${as}`), expected: `only the bot's owner, by ${who}` })
  }
  return problems
}

function placeProblems(place: TranscriptPlace, { realm, channels }: Surroundings): readonly Problem[] {
  if ('people' in place) {
    return place.people.flatMap((name) => {
      if (idOf(realm, name) !== undefined) return []
      const isChannel = channels.some((channel) => channel.toLowerCase() === name.toLowerCase())
      return [nobody(name, realm, isChannel ? { suggestion: `# ${name} > topic` } : {})]
    })
  }
  if (channels.some((name) => name.toLowerCase() === place.channel.toLowerCase())) return []
  const suggestion = nearest(place.channel, channels)
  return [
    { found: asFound(place.channel), expected: `a channel: ${channels.join(', ')}`, ...(suggestion && { suggestion }) },
  ]
}

function callProblems(endpoint: string, parameters: readonly string[]): readonly Problem[] {
  const found: Endpoint | undefined = endpoints.find(({ name }) => name === endpoint)
  if (found === undefined) {
    const suggestion = nearest(
      endpoint,
      endpoints.map(({ name }) => name),
    )
    return [
      { found: asFound(endpoint), expected: 'an endpoint, as in the reference', ...(suggestion && { suggestion }) },
    ]
  }
  const names = Object.keys(found.params)
  return parameters
    .filter((parameter) => !names.includes(parameter))
    .map((parameter) => {
      const suggestion = nearest(parameter, names)
      const expected =
        names.length === 0 ? `no parameter of ${endpoint}` : `a parameter of ${endpoint}: ${names.join(', ')}`
      return { found: asFound(parameter), expected, ...(suggestion && { suggestion }) }
    })
}

function faultProblems(sentence: string): readonly Problem[] {
  try {
    parseFault(sentence)
    return []
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return [{ found: asFound(sentence), expected: `a fault. ${error.message.replace(/\.$/, '')}` }]
  }
}

/** People can only say what was captured before; one name has one kind. */
function captureProblems(deed: Deed, isExpected: boolean, captures: Map<string, string>): readonly Problem[] {
  const problems: Problem[] = []
  for (const { kind, name, source } of textsOf(deed).flatMap(placeholdersOf)) {
    const known = name === undefined ? undefined : captures.get(name)
    if (!isExpected && deed.kind !== 'upload' && known === undefined) {
      problems.push({
        found: asFound(source),
        expected: 'a name that the bot’s words above gave, such as {{id:order}}',
      })
    } else if (known !== undefined && known !== kind) {
      problems.push({ found: asFound(source), expected: `"${name}" as the ${known} that it is above` })
    } else if (name !== undefined) captures.set(name, kind)
  }
  if (deed.kind === 'upload') captures.set(deed.name, 'file')
  return problems
}

function textsOf(deed: Deed): readonly string[] {
  const texts: string[] = []
  if ('text' in deed) texts.push(deed.text)
  if ('which' in deed && deed.which !== undefined) texts.push(deed.which)
  if ('parameters' in deed) {
    for (const value of Object.values(deed.parameters)) if ('text' in value) texts.push(value.text)
  }
  return texts
}

function nobody(name: string, realm: Realm, meant: { readonly suggestion?: string }): Problem {
  const names = realm.accounts().map(({ fullName }) => fullName)
  const suggestion = meant.suggestion ?? nearest(name, names)
  return { found: asFound(name), expected: `one of ${names.join(', ')}`, ...(suggestion && { suggestion }) }
}
