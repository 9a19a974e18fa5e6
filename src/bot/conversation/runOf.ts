import type { Context } from '../context.js'
import type { Run } from './run.js'

/** By the message, which is another object in each run. */
const runs = new WeakMap<object, Run>()

export function noteRun({ message }: Pick<Context, 'message'>, run: Run): void {
  runs.set(message, run)
}

/** The run that a context belongs to, for what of the bot itself has to be done once. */
export function runOf({ message }: Pick<Context, 'message'>): Run | undefined {
  return runs.get(message)
}
