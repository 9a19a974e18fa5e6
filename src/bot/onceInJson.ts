import { HandlerError } from './errors.js'

/** Runs what `ctx.once` is given, and gives the value as it is kept, so that a test shows what is lost. @throws {HandlerError} */
export async function onceInJson(name: string, work: () => unknown): Promise<unknown> {
  const value = await work()
  if (value === undefined) return undefined
  try {
    const text: string | undefined = JSON.stringify(value)
    if (text !== undefined) return JSON.parse(text)
  } catch {
    // Said below.
  }
  throw new HandlerError(
    'invalid_step',
    `What ctx.once('${name}') made can't be kept: it has no JSON. It was done. Return plain data, or nothing.`,
  )
}

/** @throws {HandlerError} for what is no name. */
export function checkOnceName(name: unknown): void {
  if (typeof name === 'string' && name !== '') return
  throw new HandlerError('invalid_step', 'ctx.once needs a name for what it does. It was given none. Give a text.')
}
