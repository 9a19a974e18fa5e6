import { endpoints, isFeatureLevel } from '../../protocol/index.js'
import { FaultError, type OrganisationSeed, parseFault } from '../../simulator/index.js'
import type { Realm } from '../../simulator/realm/realm.js'
import { idOf } from '../../simulator/transcribe/chatLog.js'
import { fold } from '../../text/index.js'
import { intendedVerb } from '../../transcript/actions.js'
import { writtenPlace } from '../../transcript/notation.js'
import { placeholdersOf } from '../../transcript/placeholders.js'
import { type LineProblem, problemAt, type TranscriptProblem } from '../../transcript/problems.js'
import type { Action, Entry, Transcript, TranscriptPlace } from '../../transcript/transcript.js'
import type { TestChat } from '../chat.js'
import { momentIn, type TranscriptSettings } from './settings.js'

export interface Surroundings {
  readonly realm: Realm
  /** The ID of the bot under test. */
  readonly bot: number
  /** The ID of the owner whose credentials the bot has. */
  readonly owner?: number
  readonly timezone: string
  readonly channels: readonly string[]
}

/** @throws {TranscriptError} if the setting `owner` doesn't name the bot's owner */
export function surroundingsOf(
  { simulator: { realm }, botName }: TestChat,
  { owner: named, timezone, wrong }: TranscriptSettings,
  { channels }: OrganisationSeed,
): Surroundings {
  const { id: bot, owner_id } = realm.account(botName)
  const around = { realm, bot, timezone, channels: channels.map(({ name }) => name) }
  if (named === undefined) return around
  if (owner_id === null || idOf(realm, named) !== owner_id) throw wrong('owner', 'a person of the organisation')
  return { ...around, owner: owner_id }
}

/** The people, channels, endpoints, faults, levels and captures that a transcript names but that don't exist. */
export function unknownIn({ entries }: Transcript, surroundings: Surroundings): readonly TranscriptProblem[] {
  const { realm, bot, owner, timezone, channels } = surroundings
  const captures = new Map<string, string>()
  /** The parameters of calls so far, in lower case; the calls may have created people and channels in them. */
  let given = ''
  let place: TranscriptPlace | undefined

  const problems: TranscriptProblem[] = []
  for (const entry of entries) {
    for (const problem of problemsOf(entry)) problems.push(problemAt(entry.at?.line ?? 1, '', problem))
    if (entry.kind === 'place') place = entry.place
    if ('parameters' in entry) given += JSON.stringify(entry.parameters).toLowerCase()
  }
  return problems

  function mayExistByNow(name: string): boolean {
    return given.includes(JSON.stringify(name).slice(1, -1).toLowerCase())
  }

  function problemsOf(entry: Entry): readonly LineProblem[] {
    switch (entry.kind) {
      case 'place':
        return placeProblems(entry.place)
      case 'level':
        return isFeatureLevel(entry.level) ? [] : [{ found: `level ${entry.level}`, expected: 'a feature level' }]
      case 'until':
        if (momentIn(timezone, entry.time) !== undefined) return []
        return [{ found: entry.time, expected: 'a date and a time that exist' }]
      case 'fault':
        return faultProblems(entry.sentence)
      case 'effect':
        return [...callProblems(entry), ...ownerProblems(entry), ...captureProblems(entry, true)]
      default:
        return 'who' in entry ? actionProblems(entry) : []
    }
  }

  function actionProblems(action: Exclude<Action, { kind: 'effect' }>): readonly LineProblem[] {
    const { kind, who } = action
    const id = idOf(realm, who)
    if (id === undefined && !mayExistByNow(who)) return [nobody(who, intendedVerb(who))]
    const problems = [...captureProblems(action, id === bot)]
    if (kind === 'edit' && action.times !== undefined && id !== bot) {
      problems.push({ found: `edits ${action.times} times`, expected: `one line for each edit of ${who}` })
    }
    if (kind === 'move') problems.push(...placeProblems(action.to))
    if ('part' in action && id === bot)
      problems.push({
        found: `${who} does this`,
        expected: 'a person; the bot does it with "* submessages.send …"',
      })
    if (kind === 'call') {
      if (id === bot)
        problems.push({
          found: `${who} calls`,
          expected: `a person; the bot's calls are written as "* ${action.endpoint} …"`,
        })
      problems.push(...callProblems(action))
    } else if (kind !== 'upload' && place !== undefined && 'people' in place) {
      const isThere = place.people.some((name) =>
        id === undefined ? fold(name) === fold(who) : idOf(realm, name) === id,
      )
      if (!isThere) problems.push({ found: who, expected: `a participant of "# ${writtenPlace(place)}"` })
    }
    return problems
  }

  function ownerProblems({ as }: Action & { kind: 'effect' }): readonly LineProblem[] {
    if (as === undefined || (owner !== undefined && idOf(realm, as) === owner)) return []
    const who = owner === undefined ? 'a setting "owner:" that names them' : `"as ${realm.account(owner).full_name}"`
    return [{ found: `as ${as}`, expected: `only the bot's owner, by ${who}` }]
  }

  function placeProblems(place: TranscriptPlace): readonly LineProblem[] {
    const isChannel = (name: string) => channels.some((channel) => channel.toLowerCase() === name.toLowerCase())
    if ('people' in place) {
      const unknown = place.people.filter((name) => idOf(realm, name) === undefined && !mayExistByNow(name))
      return unknown.map((name) => nobody(name, isChannel(name) ? `# ${name} > topic` : undefined))
    }
    if (isChannel(place.channel) || mayExistByNow(place.channel)) return []
    return [{ found: place.channel, expected: `a channel: ${channels.join(', ')}`, known: channels }]
  }

  function nobody(name: string, suggestion: string | undefined): LineProblem {
    const known = realm.accounts().map(({ full_name }) => full_name)
    return { found: name, expected: `one of ${known.join(', ')}`, known, suggestion }
  }

  /** People can only use names that were captured above, and a name keeps its kind. */
  function captureProblems(action: Action, isExpected: boolean): readonly LineProblem[] {
    const problems: LineProblem[] = []
    for (const { kind, name, source } of textsOf(action).flatMap(placeholdersOf)) {
      const known = name === undefined ? undefined : captures.get(name)
      if (!isExpected && action.kind !== 'upload' && known === undefined)
        problems.push({ found: source, expected: 'a name that the bot’s text above captured, such as {{id:order}}' })
      else if (known !== undefined && known !== kind)
        problems.push({ found: source, expected: `"${name}" as the ${known} that it is above` })
      else if (name !== undefined) captures.set(name, kind)
    }
    if (action.kind === 'upload') captures.set(action.name, 'file')
    return problems
  }
}

function callProblems({ endpoint, parameters }: Action & { kind: 'call' | 'effect' }): readonly LineProblem[] {
  const found = endpoints.find(({ name }) => name === endpoint)
  if (found === undefined) {
    const known = endpoints.map(({ name }) => name)
    return [{ found: endpoint, expected: 'an endpoint, as in the reference', known }]
  }
  const known = Object.keys(found.params)
  const unknown = Object.keys(parameters).filter((parameter) => !known.includes(parameter))
  const expected =
    known.length === 0 ? `no parameter of ${endpoint}` : `a parameter of ${endpoint}: ${known.join(', ')}`
  return unknown.map((parameter) => ({ found: parameter, expected, known }))
}

function faultProblems(sentence: string): readonly LineProblem[] {
  try {
    parseFault(sentence)
    return []
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return [{ found: sentence, expected: `a fault. ${error.message.replace(/\.$/, '')}`, suggestion: undefined }]
  }
}

function textsOf(action: Action): readonly string[] {
  const values = 'parameters' in action ? Object.values(action.parameters) : []
  return [
    ...('text' in action ? [action.text] : []),
    ...('part' in action ? [action.part] : []),
    ...('which' in action && action.which !== undefined ? [action.which] : []),
    ...values.flatMap((value) => ('text' in value ? [value.text] : [])),
  ]
}
