import { ChannelMessage, DirectMessage, isOptional, Notification } from '../../protocol/index.js'
import type { DeliveryEffect } from './effects.js'

/** What becomes of one delivery. */
export interface FaultOutcome {
  /** The sentences of the faults that struck it. */
  readonly faults: readonly string[]
  /** What is posted instead of the notification. */
  readonly notification: Readonly<Record<string, unknown>>
  /** What is to be masked in records, beyond what always is. */
  readonly secrets: readonly string[]
  /** It is never posted. */
  readonly isDropped: boolean
  /** How often it is posted once more although it was answered. */
  readonly repeats: number
  /** Milliseconds that it waits. */
  readonly delay: number
  /** How many later deliveries to the same bot go before it. */
  readonly overtakers: number
  /** The answer to the first attempt is lost on its way. */
  readonly losesAnswer: boolean
}

/** Makes tokens that are not the bot's. */
export interface FalseTokens {
  wrong(): string
  old(): string
}

/** What becomes of a notification under these effects, one after the other. */
export function faultOutcomeOf(
  original: Notification,
  struck: readonly { readonly sentence: string; readonly effect: DeliveryEffect }[],
  tokens: FalseTokens,
): FaultOutcome {
  const effects = struck.map(({ effect }) => effect)
  let notification: Wire = structuredClone({ ...original })
  for (const effect of effects) notification = changed(notification, effect, tokens)
  const { token } = notification
  return {
    faults: struck.map(({ sentence }) => sentence),
    notification,
    secrets: typeof token === 'string' ? [token] : [],
    isDropped: effects.some(({ kind }) => kind === 'drop'),
    repeats: sum(effects, (effect) => (effect.kind === 'duplicate' ? effect.times - 1 : 0)),
    delay: sum(effects, (effect) => (effect.kind === 'delay' ? effect.by : 0)),
    overtakers: sum(effects, (effect) => (effect.kind === 'overtaken' ? effect.others : 0)),
    losesAnswer: effects.some(({ kind }) => kind === 'answer lost'),
  }
}

type Wire = Record<string, unknown>

function changed(notification: Wire, effect: DeliveryEffect, tokens: FalseTokens): Wire {
  switch (effect.kind) {
    case 'wrong token':
      return { ...notification, token: tokens.wrong() }
    case 'old token':
      return { ...notification, token: tokens.old() }
    case 'trigger':
      return { ...notification, trigger: effect.trigger }
    case 'bare':
      return bare(notification)
    case 'without':
      return without(notification, effect.field)
    case 'huge':
      return withContent(notification, effect.characters)
    case 'skew':
      return withMessage(notification, (message) => dated(message, effect.skew))
    default:
      return notification
  }
}

/** Without every field that a receiver can do without. */
function bare(notification: Wire): Wire {
  const message = messageOf(notification)
  const { shape } = message.type === 'private' ? DirectMessage : ChannelMessage
  return {
    ...required(notification, Notification.shape),
    ...(notification.message !== undefined && { message: required(message, shape) }),
  }
}

function required(fields: Wire, shape: Readonly<Record<string, Parameters<typeof isOptional>[0]>>): Wire {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => {
      const schema = shape[name]
      return schema !== undefined && !isOptional(schema)
    }),
  )
}

function without(notification: Wire, field: string): Wire {
  const inMessage = /^message\.(.+)$/.exec(field)?.[1]
  if (inMessage !== undefined) return withMessage(notification, (message) => omitted(message, inMessage))
  return omitted(notification, field)
}

function omitted(fields: Wire, name: string): Wire {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))
}

/** The content comes first, so that a mention in it stays where it was; in HTML it is a paragraph. */
function withContent(notification: Wire, characters: number): Wire {
  const content = lengthened(String(messageOf(notification).content ?? ''), characters)
  const html = content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  return {
    ...withMessage(notification, (message) => ({
      ...message,
      content,
      ...('rendered_content' in message && { rendered_content: `<p>${html}</p>` }),
    })),
    ...('data' in notification && { data: content }),
  }
}

/** Cut to so many characters, or filled up with words. */
function lengthened(text: string, characters: number): string {
  const known = [...text]
  if (known.length >= characters) return known.slice(0, characters).join('')
  return (
    text + filler.repeat(Math.ceil((characters - known.length) / filler.length)).slice(0, characters - known.length)
  )
}

const filler = ' and so on'

function dated(message: Wire, skew: number): Wire {
  const { timestamp } = message
  return typeof timestamp === 'number' ? { ...message, timestamp: timestamp + skew / 1000 } : message
}

function withMessage(notification: Wire, change: (message: Wire) => Wire): Wire {
  if (notification.message === undefined) return notification
  return { ...notification, message: change(messageOf(notification)) }
}

function messageOf({ message }: Wire): Wire {
  return typeof message === 'object' && message !== null ? (message as Wire) : {}
}

function sum(effects: readonly DeliveryEffect[], of: (effect: DeliveryEffect) => number): number {
  return effects.reduce((total, effect) => total + of(effect), 0)
}
