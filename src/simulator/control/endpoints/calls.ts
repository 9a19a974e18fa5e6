import * as z from 'zod'
import { mask } from '../../delivery/record.js'
import type { AnswerEntry, CallEntry } from '../../journal/entries.js'
import { entriesAfter, type Journal } from '../../journal/journal.js'
import { credentialsOf } from '../../realm/access/accounts.js'
import { type ControlContext, endpoint, textResponse } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { curlCommand, requestOf, writtenCall } from '../curl.js'
import { decisionStep, decisionSteps } from '../decisionSteps.js'
import { wholeNumber } from '../fields.js'

const callPath = z.strictObject({ number: wholeNumber.describe('Of the entry in the journal.') })

const noSuchCall = { 404: 'There is no such call, or the journal no longer keeps it.' }

const entry = z.looseObject({ number: z.int(), at: z.number() })

export const callEndpoints = [
  endpoint.get('/calls/{number}', {
    summary: 'Reads a call and its answer from the journal, with how the answer was decided.',
    pathParameters: callPath,
    answer: z.object({
      call: entry,
      answer: entry.nullable().describe('Null while there is none, and where the call was made without HTTP.'),
      steps: z
        .array(decisionStep)
        .describe('The checks before the answer, in order, and the one that refused; empty without an answer.'),
    }),
    refusals: noSuchCall,
    handle({ simulator: { journal } }, { path }) {
      const call = callIn(journal, path.number)
      const answer = answerIn(journal, path.number)
      return { call, answer: answer ?? null, steps: answer === undefined ? [] : decisionSteps(call, answer) }
    },
  }),
  endpoint.get('/calls/{number}/curl', {
    summary: 'Returns a call as a shell command.',
    pathParameters: callPath,
    query: z.strictObject({
      key: z.literal('shown').optional().describe("With the caller's real key, which is masked otherwise."),
    }),
    contentType: 'text/plain',
    answer: z.string(),
    refusals: noSuchCall,
    handle(context, { path, query }) {
      return textResponse(`${curlOf(context, callIn(context.simulator.journal, path.number), query.key === 'shown')}\n`)
    },
  }),
]

function curlOf({ simulator, dialect }: ControlContext, call: CallEntry, showsKey: boolean): string {
  const written = writtenCall(call)
  const request = written && requestOf(written, dialect)
  const files = filesIn(written?.parameters ?? {})
  const isFile = (name: string) => files.some(([file]) => file === name)
  const fields = [...(request?.query ?? []), ...(request?.form ?? [])].filter(([name]) => !isFile(name))
  const flag = files.length > 0 ? '--form-string' : '--data-urlencode'
  const caller = call.caller && credentialsOf(simulator.realm.world, call.caller.user_id)
  const path = call.path ?? `/api/v1${request?.path ?? ''}`
  return curlCommand(call.method ?? written?.endpoint.method ?? 'GET', `${simulator.url}${path}`, [
    ...(caller === undefined ? [] : [['-u', `${caller.email}:${showsKey ? caller.apiKey : mask}`] as const]),
    ...fields.map(([name, value]) => [flag, `${name}=${value}`] as const),
    ...files.map(([name, file]) => ['-F', `${name}=@${formFile(file)}`] as const),
  ])
}

/** The name of a file as curl reads it in `-F`, where `-` is its input and `;` begins a type. */
function formFile(name: string): string {
  const path = name.startsWith('-') ? `./${name}` : name
  return /[",;\\]|^\s/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&')}"` : path
}

/** The journal describes uploads, and doesn't keep their content. */
function filesIn(parameters: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const isFile = typeof value === 'object' && value !== null && 'size' in value && 'name' in value
    return isFile ? [[name, String(value.name)] as const] : []
  })
}

function callIn(journal: Journal, number: number): CallEntry {
  const found = number < 1 ? undefined : journal.read({ since: number - 1, limit: 1 }).entries[0]
  if (found?.kind === 'call' && found.number === number) return found
  throw new ControlError(404, 'no_such_call', `The journal has no call ${number}, or keeps it no longer.`)
}

function answerIn(journal: Journal, call: number): AnswerEntry | undefined {
  for (const one of entriesAfter(journal, call, ['answer'])) if (one.kind === 'answer' && one.call === call) return one
  return undefined
}
