import { createRequire } from 'node:module'
import type * as commander from 'commander'

/**
 * Commander is a CommonJS package, so it is loaded with `require`: with `import`, Node would parse each of its files a
 * second time to find its exports, which takes longer than everything done with it.
 */
export const { Argument, Command, CommanderError, Help, InvalidArgumentError, Option }: typeof commander =
  createRequire(import.meta.url)('commander')

export type Command = commander.Command
export type Option = commander.Option
export type Help = commander.Help
