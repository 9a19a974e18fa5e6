import { ChannelMessage, DirectMessage, isOptional, Notification } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import type { DeliveryEffect } from './fault.js'

/** What happens to one delivery. */
export interface FaultOutcome {
  /** The sentences of the faults that affect it. */
  readonly faults: readonly string[]
  /** Posted instead of the notification. */
  readonly notification: Readonly<Record<string, unknown>>
  /** Additional secrets to mask in records. */
  readonly secrets: readonly string[]
  /** It is never posted. */
  readonly isDropped: boolean
  /** How many times it is posted again although it was answered. */
  readonly repeats: number
  /** Milliseconds that it waits. */
  readonly delay: number
  /** How many later deliveries to the same bot go before it. */
  readonly overtakers: number
  /** The answer to the first attempt is lost. */
  readonly losesAnswer: boolean
  /** How the bot's answers are changed on their way. */
  readonly answer?: AnswerFault
}

/** A change of a bot's answer, which is the same for each attempt. */
export interface AnswerFault {
  readonly status?: 500 | 502 | 503 | 504
  /** Milliseconds that it is late. */
  readonly late: number
  readonly isMalformed: boolean
  /** The connection breaks after this many bytes of it. */
  readonly bytes?: number
}

/** Makes tokens that are not the bot's. */
interface FalseTokens {
  wrong(): string
  old(): string
}

/** Applies effects to a notification, one after the other. */
export function faultOutcomeOf(
  original: Notification,
  faults: readonly { readonly sentence: string; readonly effect: DeliveryEffect }[],
  tokens: FalseTokens,
): FaultOutcome {
  const effects = faults.map(({ effect }) => effect)
  let notification: Wire = structuredClone({ ...original })
  for (const effect of effects) notification = changed(notification, effect, tokens)
  const { token } = notification
  return {
    faults: faults.map(({ sentence }) => sentence),
    notification,
    secrets: typeof token === 'string' ? [token] : [],
    isDropped: effects.some(({ kind }) => kind === 'drop'),
    repeats: sum(effects, (effect) => (effect.kind === 'duplicate' ? effect.times - 1 : 0)),
    delay: sum(effects, (effect) => (effect.kind === 'delay' ? effect.by : 0)),
    overtakers: sum(effects, (effect) => (effect.kind === 'overtaken' ? effect.others : 0)),
    losesAnswer: effects.some(({ kind }) => kind === 'answer lost'),
    ...(effects.some(({ kind }) => answerKinds.has(kind)) && { answer: answerFaultOf(effects) }),
  }
}

const answerKinds: ReadonlySet<DeliveryEffect['kind']> = new Set([
  'answer status',
  'answer late',
  'answer malformed',
  'answer cut off',
])

function answerFaultOf(effects: readonly DeliveryEffect[]): AnswerFault {
  const status = effects.find((effect) => effect.kind === 'answer status')?.status
  const cuts = effects.flatMap((effect) => (effect.kind === 'answer cut off' ? [effect.bytes] : []))
  return {
    late: sum(effects, (effect) => (effect.kind === 'answer late' ? effect.by : 0)),
    isMalformed: effects.some(({ kind }) => kind === 'answer malformed'),
    ...(status !== undefined && { status }),
    ...(cuts.length > 0 && { bytes: Math.min(...cuts) }),
  }
}

type Wire = Record<string, unknown>

function changed(notification: Wire, effect: DeliveryEffect, tokens: FalseTokens): Wire {
  const message = isObject(notification.message) ? notification.message : {}
  const withMessage = (changes: Wire): Wire =>
    notification.message === undefined ? notification : { ...notification, message: { ...message, ...changes } }
  switch (effect.kind) {
    case 'wrong token':
      return { ...notification, token: tokens.wrong() }
    case 'old token':
      return { ...notification, token: tokens.old() }
    case 'trigger':
      return { ...notification, trigger: effect.trigger }
    case 'bare': {
      const { shape } = message.type === 'private' ? DirectMessage : ChannelMessage
      const bare = required(notification, Notification.shape)
      return notification.message === undefined ? bare : { ...bare, message: required(message, shape) }
    }
    case 'without': {
      const inMessage = /^message\.(.+)$/.exec(effect.field)?.[1]
      if (inMessage === undefined) return omitted(notification, effect.field)
      return notification.message === undefined
        ? notification
        : { ...notification, message: omitted(message, inMessage) }
    }
    case 'huge': {
      // The text comes first, so that a mention stays in its place; as HTML it is a paragraph.
      const content = lengthened(String(message.content ?? ''), effect.characters)
      const html = content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
      const rendered = 'rendered_content' in message && { rendered_content: `<p>${html}</p>` }
      return { ...withMessage({ content, ...rendered }), ...('data' in notification && { data: content }) }
    }
    case 'skew': {
      const { timestamp } = message
      return typeof timestamp === 'number' ? withMessage({ timestamp: timestamp + effect.skew / 1000 }) : notification
    }
    default:
      return notification
  }
}

/** The required fields. */
function required(fields: Wire, shape: Readonly<Record<string, Parameters<typeof isOptional>[0]>>): Wire {
  const isRequired = (name: string) => shape[name] !== undefined && !isOptional(shape[name])
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isRequired(name)))
}

function omitted(fields: Wire, name: string): Wire {
  const { [name]: _, ...rest } = fields
  return rest
}

/** The text cut or padded with words to a length in characters. */
function lengthened(text: string, characters: number): string {
  const known = [...text]
  const missing = characters - known.length
  if (missing <= 0) return known.slice(0, characters).join('')
  return text + filler.repeat(Math.ceil(missing / filler.length)).slice(0, missing)
}

const filler = ' and so on'

function sum(effects: readonly DeliveryEffect[], of: (effect: DeliveryEffect) => number): number {
  return effects.reduce((total, effect) => total + of(effect), 0)
}
