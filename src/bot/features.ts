import type { ArgumentKind } from './arguments/place.js'
import type { Conversations, ConversationsOptions } from './conversation/conversations.js'
import { BotSetupError } from './errors.js'
import type { Schedule, ScheduleHandler, ScheduleOptions } from './schedule/schedule.js'
import type { Schedules } from './schedule/schedules.js'
import type { Timed } from './timed.js'

/**
 * What a bot can do only if it is made with it, by the name that it has in `new Bot({ with: [...] })`. The `Bot` of
 * `earshot` is made with all of it. That of `earshot/edge` is made with what it is given, since all that a bot could do
 * is part of the bundle that is sent to an edge runtime, whether it does it or not.
 */
export interface Features {
  /** `ctx.ask`: questions that wait for their answers. */
  readonly conversations: (options: ConversationsOptions) => Conversations
  /** `bot.every`: what is done at certain times. */
  readonly schedules: SchedulesFeature
  /** What commands take besides words and numbers: `<who:user>`, `<who:group>`, `<where:topic>` and `<when:date>`. */
  readonly moreArguments: Readonly<Record<string, ArgumentKind>>
}

export type FeatureName = keyof Features

interface SchedulesFeature {
  of(timed: Timed): Schedules
  create(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): Schedule
}

/** Something that a bot can be made with. */
export interface Feature<Name extends FeatureName = FeatureName> {
  readonly name: Name
  readonly part: Features[Name]
}

export interface FeatureOptions<Has extends FeatureName> {
  /** What it is made with: `conversations`, `schedules` and `moreArguments`, or some of them. */
  readonly with?: readonly Feature<Has>[]
}

/** What has been given of all that there is. */
export type Installed = Partial<Features>

export function installed(features: readonly Feature[]): Installed {
  return Object.fromEntries(features.map(({ name, part }) => [name, part]))
}

/** Asked for by what only something that is made with these features has, so that a compiler says what is missing. */
export interface MadeWith<Name extends FeatureName> {
  readonly madeWith?: { readonly [Each in Name]: true }
}

/** What the context of a bot has besides, so that a compiler says of `ctx.ask` what is missing. */
export type Lacking<Has extends FeatureName> = 'conversations' extends Has
  ? unknown
  : { readonly madeWithout?: 'conversations, which new Bot({ with: [conversations] }) has' }

/** @throws {BotSetupError} `missing_feature` where it is not there. */
export function needed<Part>(part: Part | undefined, name: FeatureName, what: string): Part {
  if (part !== undefined) return part
  throw new BotSetupError('missing_feature', missing(name, what))
}

/** What to say where something needs a feature that is not there. */
export function missing(name: FeatureName, what: string): string {
  return (
    `${what} needs ${name}, which this was made without. Make it with them: import { ${name} } from 'earshot/edge', ` +
    `then new Bot({ with: [${name}] }); the Bot of 'earshot' has everything.`
  )
}
