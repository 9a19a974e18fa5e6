import { andThen, isPromise, type MaybePromise } from '../../values.js'
import { errorFields, type Log, withFields } from '../base/log.js'
import { followUp, isOverheard } from '../base/notification.js'
import type { Context, ErrorHandler, Layer } from '../context/context.js'
import { createContext } from '../conversation/deliveryContext.js'
import { Run } from '../conversation/run.js'
import { commandOf } from '../conversation/runContext.js'
import type { Delivery } from '../delivery/delivery.js'
import { returnedReply } from '../outgoing/messageParts.js'
import { compose } from './compose.js'
import { Failures } from './failures.js'
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
  const failed = (error: unknown) => logFailure(run.delivery, run.log, error)
  try {
    const working = andThen(createContext(run), (ctx) => runIn(ctx, run, routes, layers, errorHandlers))
    return isPromise(working) ? working.catch(failed) : working
  } catch (error) {
    return failed(error)
  }
}

/** Only errors of what the delivery brought get here, such as those of its log. They must not end the process. */
export function logFailure(delivery: Delivery, log: Log, error: unknown): void {
  try {
    if (delivery.attempt?.again(error)) log.warn(errorFields(error), 'The delivery failed; it will be retried')
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
  const { delivery, notification } = run
  const route = findRoute(routes, ctx, notification)
  // Messages that aren't addressed to the bot and have no handler don't run middleware.
  if (route === undefined && (isOverheard(notification) || ctx.trigger === followUp)) return undefined
  const layers = route?.layers ?? all
  const middleware = layers.map(({ name }, at) => name || `middleware ${at + 1}`)
  delivery.routed({ name: route?.name, retry: route?.retry, middleware })
  // An answer resumes the first handler alone.
  if (!route?.others || run.isResumed) return runRoute(ctx, run, route, layers, errorHandlers)
  const ended = wasDone(delivery, 1) ? undefined : runRoute(ctx, run, route, layers, errorHandlers)
  return andThen(ended, () => runOthers(route.others ?? [], run, errorHandlers))
}

/** Further handlers of an event, each in a run of its own, so that it doesn't matter if an earlier one failed. */
async function runOthers(others: readonly Route[], first: Run, errorHandlers: readonly ErrorHandler[]): Promise<void> {
  const { delivery, sentences, log } = first
  const runs = [first]
  for (const [index, route] of others.entries()) {
    const handler = index + 2
    if (wasDone(delivery, handler)) continue
    delivery.time?.beginNext()
    const itsLog = withFields(log, { handler: `${route.name}, ${handler} of ${others.length + 1}` })
    const run = new Run(delivery, sentences, itsLog, { handler })
    await runRoute(await createContext(run), run, route, route.layers ?? [], errorHandlers)
    await run.end()
    run.done.happen()
    runs.push(run)
  }
  if (!runs.some(comesAgain)) return
  for (const run of runs) {
    if (!comesAgain(run)) await delivery.attempt?.once(stepOf(run.handler ?? 1), async () => true)
  }
}

const comesAgain = ({ stopped }: Run) => stopped?.kind === 'comes again'
const stepOf = (handler: number) => ({ kind: 'once', key: `handler ${handler}` }) as const

/** Whether a handler has ended in an earlier attempt, which is repeated because another one failed. */
const wasDone = ({ attempt }: Delivery, handler: number) => attempt?.wasDone(stepOf(handler)) === true

function runRoute(
  ctx: Context,
  run: Run,
  route: Route | undefined,
  layers: readonly Layer[],
  errorHandlers: readonly ErrorHandler[],
): MaybePromise<void> {
  const { delivery, leaving } = run
  let failures: Failures | undefined
  const ended = compose({
    ctx,
    layers,
    handler() {
      ctx.log.debug({ trigger: ctx.trigger, route: route?.name }, route ? 'Found a handler' : 'No handler matches')
      return route?.run(ctx)
    },
    outcome: {
      returned(value, layer) {
        const reply = returnedReply(value, layer)
        if (reply === undefined) return undefined
        run.beginLastWord()
        return delivery.replies.send(run, reply)
      },
      threw(error, depth) {
        run.beginLastWord()
        failures ??= new Failures(ctx, run, errorHandlers)
        const boundaries = route?.boundaries?.filter((one) => depth >= one.depth)
        // Whom a middleware refuses there, such as for a cool-down, may not mean the bot at all.
        const isQuiet = ctx.trigger === followUp && depth < layers.length && commandOf(ctx) === ''
        return failures.report(error, boundaries?.map(({ handler }) => handler) ?? [], isQuiet)
      },
    },
    leaving,
    // The observer has the route of the first handler.
    passed(at) {
      if (run.handler === undefined) delivery.passed(at)
    },
  })
  return andThen(ended, () => settle(run, failures))
}

/** Ends a run whose handler has ended. Most have nothing left to say. */
function settle(run: Run, failures: Failures | undefined): MaybePromise<void> {
  const settling = run.delivery.replies.settle(run, (error) => failures?.isReported(error) === true)
  return settling || failures || run.isBehind ? settleAll(run, failures, settling) : undefined
}

async function settleAll(run: Run, failures: Failures | undefined, settling: MaybePromise<void>): Promise<void> {
  await settling
  await failures?.settle()
  await run.sayLastWord()
}
