import type { EndpointName, ReadParams } from '../../protocol/index.js'
import type { BotCall } from '../botCalls.js'
import type { TestChat } from '../chat.js'
import { type ExpectedFields, expectedText, fits } from './fits.js'
import { listed, type Verdict, verdict } from './verdict.js'

/** Some of an endpoint's parameters, each as it is, as an expression, or as a framework's matcher. */
export type ExpectedParameters<Name extends EndpointName> = ExpectedFields<ReadParams<Name>>

/** Whether the bot made a call that the server took; with these parameters among others, if any are given. */
export function called<Name extends EndpointName>(
  chat: TestChat,
  endpoint: Name,
  parameters: ExpectedParameters<Name> = {},
): Verdict {
  const calls = chat.calls()
  const pass = calls.some((call) => call.endpoint === endpoint && isTaken(call) && fits(call.parameters, parameters))
  const same = calls.filter((call) => call.endpoint === endpoint)
  const shown = same.length > 0 ? same : calls
  return verdict(pass, {
    should: `have called ${endpoint}${parametersText(parameters, expectedText)}`,
    instead: shown.length === 0 ? 'It called nothing.' : `It called:${listed(shown.map(callText), '')}`,
    chat,
  })
}

const isTaken = ({ status }: BotCall) => status !== undefined && status < 400

function callText(call: BotCall): string {
  const end = isTaken(call) ? '' : call.status === undefined ? ' (no answer yet)' : ` (refused with ${call.status})`
  return `${call.endpoint}${parametersText(call.parameters, (value) => JSON.stringify(value))}${end}`
}

const parametersText = (parameters: object, text: (value: unknown) => string) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${text(value)}`)
    .join('')
