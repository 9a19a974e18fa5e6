import type { NotificationProblem } from '../../protocol/index.js'
import { shortened } from '../../values.js'
import type { Paint } from '../shared/paint.js'
import { printable } from '../shared/printable.js'
import type { Replay } from './outcome.js'
import type { Posted } from './post.js'

/** What came of one delivery, for people. */
export function replayText(replay: Replay, ofFile: number, paint: Paint): string {
  const { file, number, bot, messageId, problems, warnings, posted } = replay
  const place = ofFile === 1 ? file : `${file}, delivery ${number}`
  const message = messageId === undefined ? '' : `, message ${messageId}`
  const lines = [
    `${paint('strong', printable(place))}: to ${printable(bot)}${message}`,
    ...problems.map((one) => paint('bad', fieldText(one))),
    ...warnings.map((one) => `${paint('warning', fieldText(one))} (the bot can do without)`),
    ...(posted === undefined ? ['not sent; --force sends it all the same'] : postedLines(posted, paint)),
  ]
  return `${lines.map((line, at) => (at === 0 ? line : `  ${line}`)).join('\n')}\n`
}

function fieldText({ path, problem }: NotificationProblem): string {
  const says = problem.endsWith('received undefined') ? 'is missing' : problem.replace(/^Invalid input: /, '')
  return printable(`${path === '' ? 'the notification' : path}: ${says}`)
}

function postedLines({ status, answer, milliseconds, reading }: Posted, paint: Paint): string[] {
  const took = `in ${milliseconds} ms`
  const head = status === undefined ? `no answer ${took}` : `${status} ${took}`
  const body = answer === undefined ? [] : [`answer: ${inOneLine(answer)}`]
  switch (reading.kind) {
    case 'reply':
      return [head, ...body, `${paint('good', 'reply:')} ${indented(reading.content)}`]
    case 'quiet':
      return [head, ...body, `${paint('good', 'nothing to post:')} ${reading.because}`]
    case 'failure':
      return [
        head,
        ...body,
        `${paint('bad', 'failure:')} ${printable(`${reading.notice} (${reading.reason.replace(/\.$/, '')})`)}`,
      ]
  }
}

function indented(text: string): string {
  return printable(text).replaceAll('\n', '\n    ')
}

const inOneLine = (text: string) => shortened(printable(text).replaceAll(/\s+/g, ' ').trim(), 300)
