import { Refusal } from '../../simulator/index.js'
import { errorMessage, shortened } from '../../values.js'
import { isSamePlace } from '../player/play.js'
import { nobody, type Work } from './watch.js'
import type { BotMessage, ExploredChat } from './world.js'

/** The rules for every bot, in the order in which they are checked. */
export const botRules = {
  'no crash': 'handlers throw nothing but refusals, and no rejection is left unhandled',
  sessions: 'stored values match their schema, and no change is lost',
  plain: 'people see no stack traces and no internal errors',
  wildcards: 'the bot mentions everyone only for people with permission to do so',
  rights: "the bot does nothing for people that their role doesn't allow",
  once: 'the bot says nothing twice in answer to one message',
  answered: 'every message that is handled gets an answer, in time',
  always: "the author's own rule",
} as const

export type RuleName = keyof typeof botRules

const ruleNames = Object.keys(botRules) as RuleName[]

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(botRules, name)

/** A rule that was broken, and by what. */
export interface Breach {
  readonly rule: RuleName
  /** The handler that broke it, or whatever else distinguishes it from other breaches of the same rule. */
  readonly by: string
  readonly what: string
}

export interface JudgeOptions {
  /** Milliseconds in which the bot must answer. */
  readonly within: number
  readonly without: readonly RuleName[]
  /** Known breaches, which are ignored. */
  readonly known?: readonly Breach[]
}

type Found = Omit<Breach, 'rule'>

/** Returns a function that finds, after each step, the first unknown breach since its last call. */
export function createJudge(world: ExploredChat, { within, without, known = [] }: JudgeOptions) {
  const { watch, said, overreaches } = world
  const { realm } = world.chat.simulator
  const seen = { works: 0, messages: 0, overreaches: 0, troubles: 0 }
  const name = (id: number) => (id === nobody ? 'Somebody' : realm.account(id).full_name)
  const whose = ({ message, sender }: Work) => {
    const found = world.log.find(message)
    const did = found?.sender === sender ? 'wrote' : 'did something with'
    return `${name(sender)} ${did} ${JSON.stringify(shortened(found?.content ?? ''))}`
  }
  const workFor = (id: number | undefined) => watch.works.find(({ message }) => message === id)
  const byOf = (work: Work | undefined) => work?.route ?? ''

  return (stray: readonly unknown[]): Breach | undefined => {
    const works = watch.works.slice(seen.works)
    const messages = said.slice(seen.messages)
    const calls = overreaches.slice(seen.overreaches)
    const troubles = watch.troubles.slice(seen.troubles)
    seen.works = watch.works.length
    seen.messages = said.length
    seen.overreaches = overreaches.length
    seen.troubles = watch.troubles.length

    const thrown = (isIt: (error: unknown) => boolean): Found[] =>
      works.flatMap((work) =>
        work.errors.filter(isIt).map((error) => ({
          by: byOf(work),
          what: `${whose(work)}, and ${work.route} threw ${errorText(error)}`,
        })),
      )
    const saidIn = (
      isIt: (message: BotMessage) => boolean,
      tell: (message: BotMessage, work?: Work) => string,
    ): Found[] =>
      messages.filter(isIt).map((message) => {
        const work = workFor(message.cause)
        return { by: byOf(work), what: tell(message, work) }
      })

    const judges: { readonly [Rule in RuleName]: () => readonly Found[] } = {
      'no crash': () => [
        ...stray.map((error) => ({
          by: errorText(error),
          what: `an error was left unhandled: ${errorText(error)}`,
        })),
        ...thrown(isCrash),
      ],
      sessions: () => [
        ...thrown((error) => isA('SessionError', error)),
        ...troubles
          .filter(({ kind }) => kind === 'lost update')
          .map(({ what, by = '' }) => ({ by, what: `a change was lost: ${what}` })),
      ],
      plain: () => {
        const leaked = watch.works.flatMap(({ errors }) => errors.filter(isCrash).map(errorMessage)).filter(isTelling)
        const isLeak = ({ content }: BotMessage) => isStack(content) || leaked.some((text) => content.includes(text))
        return saidIn(isLeak, ({ content }) => `people read: ${content}`)
      },
      wildcards: () =>
        saidIn(
          (message) => wildcard.test(message.content) && !mayMention(world, message, workFor(message.cause)),
          ({ content }, work) =>
            `for ${name(work?.sender ?? world.bot)}, who may not mention everybody, it said: ${content}`,
        ),
      rights: () =>
        calls.map(({ sender, endpoint, refusal }) => ({
          by: endpoint,
          what: `for ${name(sender)} it called ${endpoint}, which that role may not do: ${refusal}`,
        })),
      once: () =>
        saidIn(
          (message) => isTwice(world, message),
          ({ content }, work) => `${work ? whose(work) : ''}, and it said twice: ${shortened(content)}`,
        ),
      answered: () => {
        if (world.couldNotSpeak()) return []
        const heard = works.filter(({ route, isOverheard }) => route !== undefined && !isOverheard)
        const late = heard.filter(({ begun, noticed = begun }) => !world.hadFaults() && noticed - begun > within)
        const silent = messages.length > 0 ? [] : troubles.filter(({ kind }) => kind === 'silent time-out')
        return [
          ...heard
            .filter(({ noticed }) => noticed === undefined)
            .map((work) => ({ by: byOf(work), what: `${whose(work)}, ${work.route} took it, and sent no answer` })),
          ...late.map((work) => ({
            by: byOf(work),
            what: `${whose(work)}, and the answer took ${((work.noticed ?? 0) - work.begun) / 1000} s`,
          })),
          ...silent.map(() => ({ by: 'time-out', what: 'a question timed out, and the bot said nothing' })),
        ]
      },
      always: () => [],
    }
    for (const rule of ruleNames) {
      if (without.includes(rule)) continue
      const found = judges[rule]().find(({ by }) => !known.some((one) => one.rule === rule && one.by === by))
      if (found !== undefined) return { rule, ...found }
    }
    return undefined
  }
}

/** Whether an error is a bug of the bot, rather than a server's refusal or an abort. */
function isCrash(error: unknown): boolean {
  if (isA('EarshotError', error)) return isA('HandlerError', error)
  return !(error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name))
}

/** Compares the names of the classes, since the bot may use another copy of Earshot. */
function isA(name: string, error: unknown): boolean {
  for (let one: unknown = error; typeof one === 'object' && one !== null; one = Object.getPrototypeOf(one)) {
    if (Object.hasOwn(one, 'name') && Reflect.get(one, 'name') === name) return true
  }
  return false
}

const errorText = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
/** Whether a text is so long that it doesn't occur by chance. */
const isTelling = (text: string) => text.length >= 8
const isStack = (text: string) => /^\s+at .+:\d+:\d+\)?$/m.test(text)

const wildcard = /@\*\*(?:all|everyone|channel|stream|topic)\*\*/

/** Whether the user on whose behalf the bot said something has permission to say it there. */
function mayMention(world: ExploredChat, message: BotMessage, work: Work | undefined): boolean {
  if (work === undefined || 'people' in message.place) return true
  const copy = world.chat.simulator.branch()
  try {
    copy.say(work.sender, message.place, message.content)
    return true
  } catch (error) {
    return !(error instanceof Refusal && /mention/i.test(error.message))
  } finally {
    void copy.close()
  }
}

function isTwice(world: ExploredChat, message: BotMessage): boolean {
  const { said, chat } = world
  return (
    message.cause !== undefined &&
    said.some(
      (other) =>
        other.id < message.id &&
        other.cause === message.cause &&
        other.content === message.content &&
        isSamePlace(chat.simulator.realm, other.place, message.place),
    )
  )
}
