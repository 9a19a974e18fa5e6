import { Refusal } from '../../simulator/index.js'
import { shortened } from '../../values.js'
import type { Work } from './watch.js'
import { type BotMessage, isSamePlace, type World } from './world.js'

/** What holds for every bot, in the order in which it is looked at. */
export const rules = {
  'no crash': 'no handler throws anything but a refusal, and no promise is left to fail',
  sessions: 'what is stored fits its schema, and no change is lost',
  plain: 'people read no stack and no internal error',
  wildcards: 'the bot mentions everybody for nobody who may not',
  rights: 'nobody gets by the bot what their role may not',
  once: 'nothing is said twice in answer to one message',
  answered: 'whoever is heard gets an answer, and in time',
  always: "the author's own rule",
} as const

export type RuleName = keyof typeof rules

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(rules, name)

/** A rule that was broken, and by what. */
export interface Breach {
  readonly rule: RuleName
  readonly what: string
}

export interface JudgeOptions {
  /** Milliseconds within which an answer has to come. */
  readonly within: number
  readonly without: readonly RuleName[]
}

/** Makes what looks, after each step, for the first rule that was broken since it looked last. */
export function createJudge(world: World, { within, without }: JudgeOptions) {
  const { watch, chat, said } = world
  const { realm } = chat.simulator
  let works = 0
  let messages = 0
  let overreaches = 0
  let troubles = 0
  const name = (id: number) => realm.account(id).fullName
  const whose = (work: Work) => {
    const asked = world.log.find(work.message)?.content
    return `${name(work.sender)} wrote ${JSON.stringify(shortened(asked ?? ''))}`
  }

  return (stray: readonly unknown[]): Breach | undefined => {
    const newWorks = watch.works.slice(works)
    const newMessages = said.slice(messages)
    const newOverreaches = world.overreaches.slice(overreaches)
    const newTroubles = watch.troubles.slice(troubles)
    works = watch.works.length
    messages = said.length
    overreaches = world.overreaches.length
    troubles = watch.troubles.length

    const judges: { readonly [Rule in RuleName]: () => string | undefined } = {
      'no crash': () => {
        if (stray.length > 0) return `a promise failed that nobody waited for: ${errorText(stray[0])}`
        const crashed = firstError(newWorks, isCrash)
        return crashed && `${whose(crashed.work)}, and ${crashed.work.route} threw ${errorText(crashed.error)}`
      },
      sessions: () => {
        const unfit = firstError(newWorks, (error) => isA('SessionError', error))
        if (unfit) return `${whose(unfit.work)}, and ${unfit.work.route} threw ${errorText(unfit.error)}`
        const lost = newTroubles.find(({ kind }) => kind === 'lost update')
        return lost && `a change was lost: ${lost.what}`
      },
      plain: () => {
        const leaked = watch.works.flatMap(({ errors }) => errors.filter(isCrash).map(messageOf)).filter(isTelling)
        const found = newMessages.find(
          ({ content }) => isStack(content) || leaked.some((text) => content.includes(text)),
        )
        return found && `people read: ${found.content}`
      },
      wildcards: () => {
        const found = newMessages.find((message) => wildcard.test(message.content) && !mayMention(world, message))
        return (
          found &&
          `for ${name(senderOf(world, found) ?? world.bot)}, who may not mention everybody, it said: ${found.content}`
        )
      },
      rights: () => {
        const [first] = newOverreaches
        return (
          first &&
          `for ${name(first.sender)} it called ${first.endpoint}, which is refused to that role: ${first.refusal}`
        )
      },
      once: () => {
        const found = newMessages.find((message) => isTwice(world, message))
        const work = found && watch.works.find((one) => one.message === found.cause)
        return found && `${work ? whose(work) : ''}, and it said twice: ${shortened(found.content)}`
      },
      answered: () => {
        if (world.couldNotSpeak()) return undefined
        const heard = newWorks.filter(({ route }) => route !== undefined)
        const unanswered = heard.find(({ noticed }) => noticed === undefined)
        if (unanswered) return `${whose(unanswered)}, ${unanswered.route} took it, and nothing came back`
        const late = world.hadFaults()
          ? undefined
          : heard.find(({ begun, noticed = begun }) => noticed - begun > within)
        if (late) return `${whose(late)}, and the answer took ${((late.noticed ?? 0) - late.begun) / 1000} s`
        const silent = newTroubles.find(({ kind }) => kind === 'silent time-out')
        if (silent && newMessages.length === 0) return 'the time for an answer was up, and nothing was said'
        return undefined
      },
      always: () => undefined,
    }
    for (const rule of Object.keys(rules) as RuleName[]) {
      const what = without.includes(rule) ? undefined : judges[rule]()
      if (what !== undefined) return { rule, what }
    }
    return undefined
  }
}

interface Failed {
  readonly work: Work
  readonly error: unknown
}

function firstError(works: readonly Work[], isIt: (error: unknown) => boolean): Failed | undefined {
  return works.flatMap((work) => work.errors.map((error) => ({ work, error }))).find(({ error }) => isIt(error))
}

/** A mistake of the bot, rather than a server's refusal or something that was called off. */
function isCrash(error: unknown): boolean {
  if (isA('EarshotError', error)) return isA('HandlerError', error)
  return !(error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name))
}

/** By the names of its classes: the bot may use another copy of Earshot. */
function isA(name: string, error: unknown): boolean {
  for (let one: unknown = error; typeof one === 'object' && one !== null; one = Object.getPrototypeOf(one)) {
    if (Object.hasOwn(one, 'name') && Reflect.get(one, 'name') === name) return true
  }
  return false
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const errorText = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
/** Whether a text is long enough not to be there by chance. */
const isTelling = (text: string) => text.length >= 8
const isStack = (text: string) => /^\s+at .+:\d+:\d+\)?$/m.test(text)

const wildcard = /@\*\*(?:all|everyone|channel|stream|topic)\*\*/

function senderOf({ watch }: World, { cause }: BotMessage): number | undefined {
  return watch.works.find(({ message }) => message === cause)?.sender
}

/** Whether the one for whom the bot said it may say it there. */
function mayMention(world: World, message: BotMessage): boolean {
  const sender = senderOf(world, message)
  if (sender === undefined || 'people' in message.place) return true
  const copy = world.chat.simulator.branch()
  try {
    copy.say(sender, message.place, message.content)
    return true
  } catch (error) {
    return !(error instanceof Refusal && /mention/i.test(error.message))
  } finally {
    void copy.close()
  }
}

function isTwice(world: World, message: BotMessage): boolean {
  const { said } = world
  return (
    message.cause !== undefined &&
    said.some(
      (other) =>
        other.id < message.id &&
        other.cause === message.cause &&
        other.content === message.content &&
        isSamePlace(world, other.place, message.place),
    )
  )
}
