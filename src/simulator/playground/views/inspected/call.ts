import type { DecisionStep } from '../../../control/calls/decisionSteps.js'
import type { JournalEntry } from '../../../journal/entries.js'
import { listAssumptions } from '../../../realm/assumptions/assumptionList.js'
import { durationText } from '../../timeText.js'
import type { Asked } from '../asking.js'
import { chip, code, el, part, type Shown } from '../shown.js'
import type { View } from '../view.js'
import { aside, bdi, choicesOf, inspected } from './inspected.js'

/** A call, its answer and how that was decided, as `/sim/calls` gives them. */
interface WholeCall {
  readonly call: Extract<JournalEntry, { kind: 'call' }>
  readonly answer: Extract<JournalEntry, { kind: 'answer' }> | null
  readonly steps: readonly DecisionStep[]
}

/** One call from all sides. */
export const call: View = {
  changes: /^never$/,
  async show(asked) {
    const whole = await asked.control<WholeCall>('GET', `/calls/${encodeURIComponent(asked.id)}`)
    const { call: one, answer } = whole
    const { at, method, path, endpoint, caller, client, ignored = [], faults = [] } = one
    const assumptions = answer?.decision.assumptions ?? []
    return inspected(
      {
        title: [
          el('span', 'method', method ?? 'done'),
          ` ${path ?? endpoint} `,
          answer && chip(answer.status, answer.status >= 400 ? 'bad' : 'good'),
        ],
        line: [
          `${endpoint ?? 'no endpoint'} · by `,
          bdi(caller?.full_name ?? 'nobody'),
          client !== undefined && ` (${client})`,
          ' · ',
          part('Moment', { seconds: at / 1000, shows: 'all' }),
          answer && ` · ${durationText(Math.max(0, answer.at - at))}`,
        ],
        faults,
        tabs: [
          { id: 'answer', title: 'Answer', content: () => answered(answer) },
          {
            id: 'parameters',
            title: 'Parameters',
            note: ignored.length > 0 ? `${ignored.length} ignored` : undefined,
            content: () => parameters(one),
          },
          { id: 'decision', title: 'Decision', content: () => decision(whole) },
          {
            id: 'assumptions',
            title: 'Assumptions',
            note: assumptions.length > 0 ? String(assumptions.length) : undefined,
            content: () => assumed(asked, assumptions),
          },
        ],
      },
      choicesOf(asked).get('tab'),
    )
  },
  deeds: {},
}

function answered(answer: WholeCall['answer']): Shown {
  if (answer === null) return aside('There is none: it was made in the simulator’s own process, or waits, or got lost.')
  const { answer: body, number } = answer
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return part('Payload', { key: number, text, label: 'How the answer is shown' })
}

const parameters = ({ parameters: read, ignored = [] }: WholeCall['call']): Shown => [
  el('h3', '', 'Read'),
  read === undefined
    ? aside('None: the request did not get that far.')
    : Object.keys(Object(read)).length === 0
      ? aside('None were given.')
      : part('Json', { value: read }),
  ignored.length > 0 && [
    el('h3', '', 'Ignored'),
    el('p', '', 'The endpoint does not know these, so they changed nothing:'),
    el(
      'ul',
      'plain-list',
      ignored.map((name) => el('li', { key: name }, code(name))),
    ),
  ],
]

/** What was asked before the call was answered, and what said no. */
function decision({ answer, steps }: WholeCall): Shown {
  if (answer === null) return aside('Nothing was decided: there is no answer.')
  const { error, source } = answer.decision
  return [
    el(
      'ol',
      'steps',
      steps.map(({ id, title, state, says }) =>
        el(
          'li',
          { key: id, class: state.replace(' ', '-') },
          el('strong', '', title),
          chip(state),
          el('span', 'says', says),
        ),
      ),
    ),
    error !== undefined &&
      el(
        'p',
        'small',
        'The refusal is ',
        code(error),
        ` in the catalogue of errors; ${source === 'spec' ? 'the spec shows its text.' : 'its text is assumed.'}`,
      ),
  ]
}

/** What was assumed for an answer, where the spec leaves something open. */
function assumed({ context }: Asked, names: readonly string[]): Shown {
  if (names.length === 0) return aside('Nothing: the spec says all of it.')
  const known = listAssumptions(context.simulator.realm.assumptions)
  return el(
    'dl',
    'assumptions',
    names.map((name) => {
      const one = known.find(({ id }) => id === name)
      return el(
        'div',
        { key: name },
        el('dt', '', code(name), ' ', one && el('span', 'small quiet-text', `spec ${one.spec}`)),
        one &&
          el(
            'dd',
            '',
            one.says,
            el('span', 'small quiet-text', ` A real server might do otherwise: ${one.otherwise}`),
            one.option && el('span', 'small quiet-text', ' Change it with ', code(one.option), '.'),
          ),
      )
    }),
  )
}
