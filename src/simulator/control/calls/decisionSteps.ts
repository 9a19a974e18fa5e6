import type { Check } from '../../api/requestTrace.js'
import type { JournalEntry } from '../../journal/entries.js'

/** One of the questions that are asked before a call is answered. */
export interface DecisionStep {
  readonly id: 'endpoint' | 'authentication' | 'rate limit' | 'role' | 'parameters' | 'rule' | 'level'
  readonly title: string
  readonly state: 'passed' | 'refused' | 'not asked'
  readonly says: string
}

/** How a call was decided, question by question, in the server's order. */
export function decisionSteps(
  call: Extract<JournalEntry, { kind: 'call' }>,
  answer: Extract<JournalEntry, { kind: 'answer' }>,
): readonly DecisionStep[] {
  const { decision } = answer
  const { refusedBy, access = '', lacking = [] } = decision
  const message = messageIn(answer.answer)
  const isNowhere = call.endpoint === undefined
  if (isNowhere && answer.status < 400) {
    return [{ id: 'endpoint', title: 'Endpoint', state: 'passed', says: 'The request leads to a page or a file.' }]
  }
  const place =
    refusedBy === undefined
      ? isNowhere
        ? 0
        : order.length
      : order.findIndex(({ checks }) => checks.includes(refusedBy))
  const steps = order.map(({ id, title, passed }, at): DecisionStep => {
    if (at > place) return { id, title, state: 'not asked', says: tooEarly }
    if (at === place) return { id, title, state: 'refused', says: leadsNowhere(refusedBy) ?? (message || noSuchPlace) }
    return { id, title, state: 'passed', says: passed({ call, access }) }
  })
  if (isNowhere) return steps
  const isAsked = lacking.length > 0 || refusedBy === undefined
  return [
    ...steps,
    {
      id: 'level',
      title: 'Level',
      state: isAsked ? 'passed' : 'not asked',
      says: isAsked ? levelText(lacking) : tooEarly,
    },
  ]
}

interface Passed {
  readonly call: Extract<JournalEntry, { kind: 'call' }>
  readonly access: string
}

interface Row extends Pick<DecisionStep, 'id' | 'title'> {
  readonly checks: readonly Check[]
  passed(call: Passed): string
}

const order: readonly Row[] = [
  {
    id: 'endpoint',
    title: 'Endpoint',
    checks: ['path', 'not simulated', 'level', 'method', 'size'],
    passed: ({ call }) => `The request leads to ${call.endpoint}.`,
  },
  {
    id: 'authentication',
    title: 'Authentication',
    checks: ['authentication'],
    passed: ({ call, access }) =>
      access === 'public' ? 'Nobody has to say who they are.' : `It is ${call.caller?.full_name ?? 'somebody known'}.`,
  },
  { id: 'rate limit', title: 'Rate limit', checks: ['rate limit'], passed: () => 'There were not too many calls.' },
  {
    id: 'role',
    title: 'Role',
    checks: ['role'],
    passed: ({ access }) => roles[access] ?? 'Whoever it is may call this.',
  },
  {
    id: 'parameters',
    title: 'Parameters',
    checks: ['parameters'],
    passed: ({ call: { ignored = [] } }) =>
      ignored.length === 0
        ? 'All could be read.'
        : `Could be read, but for ${ignored.join(', ')}, which it does not know.`,
  },
  { id: 'rule', title: 'Rules', checks: ['rule'], passed: () => 'Nothing in the organisation speaks against it.' },
]

const roles: Readonly<Record<string, string>> = {
  public: 'Everybody may call this.',
  account: 'Every account may call this.',
  human: 'Every person may call this, but no bot.',
  member: 'Everybody but guests may call this.',
  administrator: 'Administrators may call this.',
  'administrator over target': 'Administrators may call this, and the rules say about whom.',
}

const tooEarly = 'It did not get that far.'
const tooOld = 'A server of this level does not know it yet; a later one does.'
const leftOut = 'A real server has it; the simulator leaves it out.'
const noSuchPlace = 'There is no such endpoint.'

function leadsNowhere(check: Check | undefined): string | undefined {
  if (check === 'path') return noSuchPlace
  if (check === 'not simulated') return leftOut
  return check === 'level' ? tooOld : undefined
}

function levelText(lacking: readonly string[]): string {
  if (lacking.length === 0) return 'A server of a later level would have done the same.'
  return `The server is too old for ${lacking.join(', ')}, which would have mattered here.`
}

function messageIn(answer: unknown): string {
  const { msg } = (typeof answer === 'object' && answer !== null ? answer : {}) as { msg?: unknown }
  return typeof msg === 'string' ? msg : ''
}
