import type { Context } from './context.js'

/** What is run for a message, kept apart from what handlers see. */
const commands = new WeakMap<object, string>()

/** @param usage The same for all ways to call a command. */
export function noteCommand(ctx: Context, usage: string): void {
  commands.set(ctx.message, usage)
}

/** The command that is run for a message, as people are shown it; empty where none is. */
export const commandOf = (ctx: Context): string => commands.get(ctx.message) ?? ''
