import { eventOf } from '../base/notification.js'
import { english } from '../sentences/english.js'
import type { Sentences } from '../sentences/sentences.js'
import type { Run } from './run.js'

/** The part of a message's context that only the bot itself sees. In a WeakMap, it would outlive the delivery. */
export class RunContext {
  readonly #run: Run
  #command = ''

  constructor(run: Run) {
    this.#run = run
  }

  static runOf(ctx: object): Run | undefined {
    return #run in ctx ? ctx.#run : undefined
  }

  static noteCommand(ctx: object, usage: string): void {
    if (#command in ctx) ctx.#command = usage
  }

  static commandOf(ctx: object): string {
    return #command in ctx ? ctx.#command : ''
  }
}

/** The run that a message's context belongs to; undefined for other contexts. */
export const runOf = (ctx: object): Run | undefined => RunContext.runOf(ctx)

/** The built-in sentences for the author of a context's message. */
export const sentencesOf = (ctx: object): Sentences => runOf(ctx)?.sentences ?? english

/** What a feature of the bot keeps with a context, by a key of that feature's own. Made when it is first asked for. */
export function keptWith<Kept>(ctx: object, key: object, make: () => Kept): Kept {
  const keeper: Keeper = ctx
  keeper[kept] ??= new Map()
  if (!keeper[kept].has(key)) keeper[kept].set(key, make())
  // Each key has values of one type.
  return keeper[kept].get(key) as Kept
}

const kept = Symbol('what features keep')

interface Keeper {
  [kept]?: Map<object, unknown>
}

/** Whether an event brought the message. */
export function isOfEvent(ctx: object): boolean {
  const run = runOf(ctx)
  return run !== undefined && eventOf(run.notification) !== undefined
}

/** Notes the command that is run. @param usage The same for all ways to call it. */
export const noteCommand = (ctx: object, usage: string): void => RunContext.noteCommand(ctx, usage)

export const commandOf = (ctx: object): string => RunContext.commandOf(ctx)
