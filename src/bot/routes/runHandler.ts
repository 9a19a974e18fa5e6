import { andThen, isPromise, type MaybePromise } from '../../values.js'
import { errorFields, withFields } from '../base/log.js'
import { earlierTexts, followUp, isOverheard } from '../base/notification.js'
import type { Context, ErrorHandler, Layer } from '../context/context.js'
import { createContext, noteCommand } from '../conversation/deliveryContext.js'
import { Run } from '../conversation/run.js'
import type { Delivery } from '../delivery/delivery.js'
import { type EarlierAnswer, earlierAnswer, noteAnswer } from './edited.js'
import { Handling } from './handling.js'
import { findRoute, type Route, type Routes } from './routes.js'

/**
 * Finds the handler of a message and runs it, for the first time or again. Never fails.
 * @param layers The bot's middleware.
 */
export function runHandler(
  run: Run,
  routes: Routes,
  layers: readonly Layer[],
  errorHandlers: readonly ErrorHandler[],
): MaybePromise<void> {
  const failed = (error: unknown) => logFailure(run.delivery, error)
  try {
    const earlier = run.isResumed ? undefined : earlierTexts(run.notification)
    const answer: MaybePromise<EarlierAnswer> = earlier?.length ? earlierAnswer(earlier, run, routes) : {}
    const working = andThen(answer, (answered) => {
      if (answered === 'otherwise') return undefined
      run.delivery.replaces = answered.replaces
      return andThen(createContext(run), (ctx) => runIn(ctx, run, routes, layers, errorHandlers))
    })
    return isPromise(working) ? working.catch(failed) : working
  } catch (error) {
    return failed(error)
  }
}

/** Only errors of what the delivery brought get here, such as those of its log. They must not end the process. */
export function logFailure({ log, attempt }: Delivery, error: unknown): void {
  try {
    if (attempt?.again(error, 1)) log.warn(errorFields(error), 'The delivery failed; it will be retried')
    else log.error(errorFields(error), 'The delivery failed')
  } catch {}
}

function runIn(
  ctx: Context,
  run: Run,
  routes: Routes,
  all: readonly Layer[],
  errorHandlers: readonly ErrorHandler[],
): MaybePromise<void> {
  const { notification } = run
  const route = findRoute(routes, ctx, notification)
  // Messages that aren't addressed to the bot and have no handler don't run middleware.
  if (route === undefined && (isOverheard(notification) || ctx.trigger === followUp)) return undefined
  if (route?.line !== undefined && route.line !== ctx.text) {
    return andThen(createContext(run, undefined, route.line), (own) => runRoute(own, run, route, all, errorHandlers))
  }
  return runRoute(ctx, run, route, all, errorHandlers)
}

function runRoute(
  ctx: Context,
  run: Run,
  route: Route | undefined,
  all: readonly Layer[],
  errorHandlers: readonly ErrorHandler[],
): MaybePromise<void> {
  const { delivery } = run
  if (route?.usage !== undefined) noteCommand(ctx, route.usage)
  const layers = route?.layers ?? all
  delivery.routed(route?.name, route?.retry, layers)
  // An answer resumes the first handler alone.
  if (!route?.others || run.isResumed) {
    const ended = new Handling(ctx, run, route, layers, errorHandlers).run()
    return route?.edits ? andThen(ended, () => noteAnswer(delivery)) : ended
  }
  const answers = route.line === undefined ? undefined : run.joinAnswers([])
  const ended = delivery.attempt?.hasEnded(1) ? undefined : new Handling(ctx, run, route, layers, errorHandlers).run()
  return andThen(ended, () => runOthers(route.others ?? [], run, errorHandlers, answers))
}

/**
 * Further handlers of an event, or commands of a message, each in a run of its own, so that it doesn't matter if an earlier one
 * failed. @param answers What the commands answer, to be sent as one reply.
 */
async function runOthers(
  others: readonly Route[],
  first: Run,
  errorHandlers: readonly ErrorHandler[],
  answers: string[] | undefined,
): Promise<void> {
  const { delivery, sentences, log } = first
  const runs = delivery.attempt?.hasEnded(1) ? [] : [first]
  for (const [index, route] of others.entries()) {
    const handler = index + 2
    if (delivery.attempt?.hasEnded(handler)) continue
    delivery.beginNextHandler(route.retry)
    const itsLog = withFields(log, { handler: `${route.name}, ${handler} of ${others.length + 1}` })
    const run = new Run(delivery, sentences, { handler, log: itsLog })
    if (answers) run.joinAnswers(answers)
    await runToEnd(route, run, errorHandlers)
    runs.push(run)
  }
  if (answers && answers.length > 0) {
    // A retry, which is for other commands, answers in a run of its own.
    const [ended = first] = runs.filter((run) => !comesAgain(run))
    const run = new Run(delivery, sentences, { handler: others.length + 1 + (ended.handler ?? 1) })
    const together = { name: 'answers', run: () => answers.join('\n\n') }
    await runToEnd(together, run, errorHandlers)
  }
  if (!runs.some(comesAgain)) return
  for (const run of runs) {
    if (!comesAgain(run)) await delivery.attempt?.end(run.handler ?? 1)
  }
}

async function runToEnd(route: Route, run: Run, errorHandlers: readonly ErrorHandler[]): Promise<void> {
  const ctx = await createContext(run, undefined, route.line)
  if (route.usage !== undefined) noteCommand(ctx, route.usage)
  await new Handling(ctx, run, route, route.layers ?? [], errorHandlers).run()
  await run.end()
  run.done.happen()
}

const comesAgain = ({ stopped }: Run) => stopped?.kind === 'comes again'
