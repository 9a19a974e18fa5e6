import { type OptionNames, readDuration, unknownOption } from '../../text/index.js'
import { described } from '../described.js'
import { HandlerError } from '../errors.js'
import type { AskOptions } from './askOptions.js'

const askOptions: OptionNames<AskOptions> = { choices: true, timeout: true, from: true, name: true }

/** A question, as it was checked. */
export interface Asked {
  readonly choices: readonly string[] | undefined
  /** Milliseconds. */
  readonly timeout: number
  readonly from: 'sender' | 'anyone'
  readonly name: string | undefined
}

/** @throws {HandlerError} `invalid_question` for what nobody could answer. */
export function checkedAsk(question: unknown, options: AskOptions = {}): Asked {
  const unknown = unknownOption(options, askOptions)
  if (unknown) throw unusable(`it has no option \`${unknown.name}\``, unknown.advice.replace(/\.$/, ''))
  const { choices, timeout = tenMinutes, from = 'sender', name } = options
  if (typeof question !== 'string' || question.trim() === '') {
    throw unusable(`the question is ${typeof question === 'string' ? 'empty' : described(question)}`, 'Give a text')
  }
  if (choices !== undefined) checkChoices(choices)
  if (from !== 'sender' && from !== 'anyone') {
    throw unusable(`\`from\` is ${described(from)}`, "Give 'sender' or 'anyone'")
  }
  const milliseconds = readDuration(timeout)
  if (milliseconds === undefined || milliseconds === 0 || milliseconds > longestWait) {
    throw unusable(
      `its timeout is ${JSON.stringify(timeout)}`,
      "Give milliseconds, or a text such as '5m', of at most a year",
    )
  }
  return { choices, timeout: Math.ceil(milliseconds), from, name }
}

const tenMinutes = 600_000
const longestWait = 366 * 86_400_000

function checkChoices(choices: readonly string[]): void {
  if (!Array.isArray(choices) || choices.length === 0 || choices.some((choice) => !isChoice(choice))) {
    throw unusable('its choices are no list of texts', "Give at least one, such as ['yes', 'no']")
  }
  const seen = new Set<string>()
  for (const choice of choices) {
    const alike = choice.trim().toLowerCase()
    if (seen.has(alike)) throw unusable(`it has the choice '${choice}' twice`, 'Give each once')
    seen.add(alike)
  }
}

const isChoice = (choice: unknown) => typeof choice === 'string' && choice.trim() !== ''

function unusable(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_question', `ctx.ask can't ask that: ${problem}. ${advice}.`)
}
