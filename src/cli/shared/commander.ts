import { createRequire } from 'node:module'
import type * as commander from 'commander'

/**
 * What commander exports, asked for in the way in which it is written: were it imported, Node would read each of its files
 * a second time to find out what it exports, which takes longer than all that is done with it.
 */
export const { Argument, Command, CommanderError, Help, InvalidArgumentError, Option }: typeof commander =
  createRequire(import.meta.url)('commander')

export type Command = commander.Command
export type Option = commander.Option
