import * as z from 'zod'
import { type Access, describeAccess } from '../../protocol/index.js'
import type { Check } from '../api/requestTrace.js'
import type { AnswerEntry, CallEntry } from '../journal/entries.js'

/** One of the checks before a call is answered. */
export const decisionStep = z.object({
  id: z.enum(['endpoint', 'authentication', 'rate limit', 'role', 'parameters', 'rule', 'level']),
  title: z.string(),
  state: z.enum(['passed', 'refused', 'not asked']),
  says: z.string(),
})
export type DecisionStep = z.output<typeof decisionStep>

/** How a call was decided, check by check, in the server's order. */
export function decisionSteps(call: CallEntry, { status, answer, decision }: AnswerEntry): readonly DecisionStep[] {
  const { refusedBy, access = 'public', lacking = [] } = decision
  const hasEndpoint = call.endpoint !== undefined
  if (!hasEndpoint && status < 400) {
    return [{ id: 'endpoint', title: 'Endpoint', state: 'passed', says: 'The request leads to a page or a file.' }]
  }
  const lastPassed = hasEndpoint ? order.length : 0
  const refusedAt = refusedBy === undefined ? lastPassed : order.findIndex(({ checks }) => checks.includes(refusedBy))
  const steps = order.map(({ id, title, passed }, at): DecisionStep => {
    if (at > refusedAt) return { id, title, state: 'not asked', says: notReached }
    if (at < refusedAt) return { id, title, state: 'passed', says: passed(call, access) }
    const { msg } = Object(answer) as { msg?: unknown }
    const reason =
      (refusedBy && withoutEndpoint[refusedBy]) ?? (typeof msg === 'string' && msg !== '' ? msg : noEndpoint)
    return { id, title, state: 'refused', says: reason }
  })
  if (!hasEndpoint) return steps
  const level = { id: 'level', title: 'Level' } as const
  if (refusedBy !== undefined && lacking.length === 0)
    return [...steps, { ...level, state: 'not asked', says: notReached }]
  const says =
    lacking.length === 0
      ? 'A server of a later level would have done the same.'
      : `The server is too old for ${lacking.join(', ')}, which would have mattered here.`
  return [...steps, { ...level, state: 'passed', says }]
}

interface Row extends Pick<DecisionStep, 'id' | 'title'> {
  readonly checks: readonly Check[]
  passed(call: CallEntry, access: Access): string
}

const order: readonly Row[] = [
  {
    id: 'endpoint',
    title: 'Endpoint',
    checks: ['path', 'not simulated', 'level', 'method', 'size'],
    passed: ({ endpoint }) => `The request leads to ${endpoint}.`,
  },
  {
    id: 'authentication',
    title: 'Authentication',
    checks: ['authentication'],
    passed: ({ caller }, access) =>
      access === 'public' ? 'Nobody has to say who they are.' : `It is ${caller?.full_name ?? 'somebody known'}.`,
  },
  { id: 'rate limit', title: 'Rate limit', checks: ['rate limit'], passed: () => 'There were not too many calls.' },
  {
    id: 'role',
    title: 'Role',
    checks: ['role'],
    passed: (_, access) => describeAccess(access),
  },
  {
    id: 'parameters',
    title: 'Parameters',
    checks: ['parameters'],
    passed: ({ ignored = [] }) =>
      ignored.length === 0
        ? 'All could be read.'
        : `Could be read, but for ${ignored.join(', ')}, which it does not know.`,
  },
  { id: 'rule', title: 'Rules', checks: ['rule'], passed: () => 'Nothing in the organisation speaks against it.' },
]

const notReached = 'It did not get that far.'
const noEndpoint = 'There is no such endpoint.'

/** What is said of a request that led to no endpoint. */
const withoutEndpoint: { readonly [Name in Check]?: string } = {
  path: noEndpoint,
  'not simulated': 'A real server has it; the simulator leaves it out.',
  level: 'A server of this level does not know it yet; a later one does.',
}
