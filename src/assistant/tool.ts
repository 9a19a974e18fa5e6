import { type ApproveOptions, BotSetupError, type Context } from '../bot/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { isObject } from '../values.js'
import type { ModelTool, ToolCall } from './model.js'

/** The arguments of a pattern: those in `<>` are required, those in `[]` optional. */
export type ToolArgs<Pattern extends string> = Pattern extends `${infer Before}<${infer Name}>${infer After}`
  ? ToolArgs<Before> & { readonly [Key in Name]: string } & ToolArgs<After>
  : Pattern extends `${infer Before}[${infer Name}]${infer After}`
    ? ToolArgs<Before> & { readonly [Key in Name]?: string } & ToolArgs<After>
    : unknown

export interface ToolDetails {
  /** What it does, for the model. */
  readonly description: string
  /** Who has to approve each call. Set it for every tool that changes something. */
  readonly approve?: ApproveOptions
}

const toolOptions: OptionNames<ToolDetails> = { description: true, approve: true }

/** A command that a model may call. */
export interface Tool extends ModelTool {
  readonly approve: ApproveOptions | undefined
  /** Runs a call, and returns the result as text for the model. */
  readonly run: (ctx: Context, call: ToolCall) => Promise<string>
}

/**
 * Creates a tool: a command that a model may call. Its name and arguments are written like a command's pattern.
 *
 * @throws {BotSetupError} `invalid_pattern` for a pattern that can't be used. @throws {UnknownOptionError} for an unknown option.
 * @example
 * const order = tool('order <dish> [note]', { description: 'Orders lunch', approve: { by: { group: 'cooks' } } }, (args) =>
 *   kitchen.order(args.dish),
 * )
 */
export function tool<const Pattern extends string>(
  pattern: Pattern,
  details: ToolDetails,
  run: (args: ToolArgs<Pattern>, ctx: Context) => string | Promise<string>,
): Tool {
  checkOptions(`tool('${pattern}')`, details, toolOptions)
  const { description, approve } = details
  const [name = '', ...rest] = pattern.trim().split(/\s+/)
  const parameters = Object.fromEntries(rest.map((part) => parameterIn(part, pattern)))
  if (!/^[\w-]{1,64}$/.test(name)) throw unusable(pattern, `it begins with ${JSON.stringify(name)}`)
  return {
    name,
    description,
    parameters,
    approve,
    // The type is parsed from the same pattern.
    run: async (ctx, { args }) => run(textsOf(args, parameters) as ToolArgs<Pattern>, ctx),
  }
}

function parameterIn(part: string, pattern: string): [name: string, 'required' | 'optional'] {
  const [, required, optional] = /^(?:<(\w+)>|\[(\w+)\])$/.exec(part) ?? []
  const name = required ?? optional
  if (name === undefined) throw unusable(pattern, `${JSON.stringify(part)} is not an argument`)
  return [name, required === undefined ? 'optional' : 'required']
}

function unusable(pattern: string, problem: string): BotSetupError {
  return new BotSetupError(
    'invalid_pattern',
    `The tool '${pattern}' can't be used: ${problem}. Write a name, then <required> and [optional] arguments: 'order <dish> [note]'.`,
  )
}

/** The name of the first missing argument, if any. */
export function missingIn({ args }: ToolCall, { parameters }: ModelTool): string | undefined {
  const given = textsOf(args, parameters)
  return Object.entries(parameters).find(([name, need]) => need === 'required' && given[name] === undefined)?.[0]
}

function textsOf(args: ToolCall['args'], parameters: ModelTool['parameters']): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name of Object.keys(parameters)) {
    const value = isObject(args) && Object.hasOwn(args, name) ? args[name] : undefined
    if (value === undefined || value === null) continue
    texts[name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return texts
}
