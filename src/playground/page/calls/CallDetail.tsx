import { Copy, KeyRound } from 'lucide'
import type { DecisionStep } from '../../../simulator/control/decisionSteps.js'
import type { ListedAssumption } from '../../../simulator/control/endpoints/server.js'
import type { AnswerEntry, CallEntry } from '../../../simulator/journal/entries.js'
import { roundedDuration } from '../../timeText.js'
import { adjust, choice } from '../address.js'
import { Inspected } from '../inspector/Inspected.js'
import { useAnswer } from '../liveAnswers.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { copyFrom } from '../takeAway.js'
import { Button, Code, chip, Loading, MenuButton, TimeText } from '../ui/index.js'
import { calls } from './watchedCalls.js'

/** A call, its answer and how it was decided, as `/sim/calls` returns them. */
export interface WholeCall {
  readonly call: CallEntry
  readonly answer: AnswerEntry | null
  readonly steps: readonly DecisionStep[]
}

/** A call with all its tabs. */
export function CallDetail({ number }: { number: number }) {
  const row = calls.rows.find(number)
  // Read again once it is answered.
  const live = useAnswer(`${number} ${row?.status}`, () => control<WholeCall>('GET', `/calls/${number}`), {
    keeps: true,
  })
  const copyCurl = (key = '') => copyFrom('The command', `/calls/${number}/curl${key}`)
  useShortcuts([{ key: 'y', says: 'Copy as curl', group: 'Lists', run: () => copyCurl() }], [number])
  const whole = live?.value
  if (whole === undefined) return <p class="empty">{live?.problem ?? <Loading />}</p>
  const { call, answer } = whole
  const { at, method, path, endpoint, caller, client, ignored = [], faults = [] } = call
  const assumptions = answer?.decision.assumptions ?? []
  return (
    <Inspected
      label="Call"
      title={
        <>
          <span class="code quiet-text">{method ?? 'done'}</span> {path ?? endpoint}{' '}
          {answer && chip(answer.status, answer.status >= 400 ? 'bad' : 'good')}
        </>
      }
      facts={[
        answer && `Status ${answer.status}`,
        answer && roundedDuration(Math.max(0, answer.at - at)),
        endpoint ?? 'no endpoint',
        <>
          by <bdi>{caller?.full_name ?? 'nobody'}</bdi>
          {client !== undefined && ` (${client})`}
        </>,
        <TimeText key="at" seconds={at / 1000} shows="all" />,
      ]}
      faults={faults}
      actions={
        <>
          <Button says="Copy as curl" icon={Copy} shortcut="y" onPress={() => copyCurl()} />
          <MenuButton
            label="More of this call"
            items={[{ says: 'Copy as curl with key', icon: KeyRound, run: () => copyCurl('?key=shown') }]}
          />
        </>
      }
      tab={choice('tab').value}
      onTab={(tab) => adjust({ tab })}
      tabs={[
        { id: 'answer', title: 'Answer', show: () => <Answer answer={answer} /> },
        {
          id: 'parameters',
          title: 'Parameters',
          note: ignored.length > 0 ? `${ignored.length} ignored` : undefined,
          show: () => <Parameters call={call} />,
        },
        {
          id: 'decision',
          title: 'Decision',
          note: assumptions.length > 0 ? `${assumptions.length} assumed` : undefined,
          show: () => <Decision {...whole} />,
        },
      ]}
    />
  )
}

function Answer({ answer }: Pick<WholeCall, 'answer'>) {
  if (answer === null) {
    return (
      <p class="quiet-text">None: the call was made in the simulator’s own process, is still waiting, or was lost.</p>
    )
  }
  const { answer: body } = answer
  return <Code label="The answer" text={typeof body === 'string' ? body : JSON.stringify(body)} />
}

function Parameters({ call: { parameters, ignored = [] } }: Pick<WholeCall, 'call'>) {
  return (
    <>
      <h3>Read</h3>
      {parameters === undefined ? (
        <p class="quiet-text">None: the request did not get that far.</p>
      ) : Object.keys(Object(parameters)).length === 0 ? (
        <p class="quiet-text">None were given.</p>
      ) : (
        <Code label="The parameters" text={JSON.stringify(parameters)} />
      )}
      {ignored.length > 0 && (
        <>
          <h3>Ignored</h3>
          <p>
            The endpoint does not know <code>{ignored.join(', ')}</code>.
          </p>
        </>
      )}
    </>
  )
}

/** The checks before the call was answered, and the one that refused it. */
function Decision({ answer, steps }: WholeCall) {
  if (answer === null) return <p class="quiet-text">No answer, so nothing was decided.</p>
  const { error, source, assumptions = [] } = answer.decision
  return (
    <>
      <ol class="stack">
        {steps.map(({ id, title, state, says }) => (
          <li key={id} class="barred">
            <strong>{title}</strong> {chip(state, state === 'passed' ? 'good' : state === 'refused' ? 'bad' : '')}
            <p>{says}</p>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p class="small">
          The refusal is <code>{error}</code> in the catalogue of errors;{' '}
          {source === 'spec' ? 'its text is documented.' : 'its text is assumed.'}
        </p>
      )}
      <Assumptions names={assumptions} />
    </>
  )
}

/** The assumptions behind the answer, where the spec leaves something open. */
function Assumptions({ names }: { names: readonly string[] }) {
  const ask = () => control<{ assumptions: readonly ListedAssumption[] }>('GET', '/assumptions')
  const known = useAnswer('all', ask)?.value?.assumptions ?? []
  return (
    <dl class="stack" aria-label="What was assumed">
      {known
        .filter(({ id }) => names.includes(id))
        .map(({ id, spec, says, otherwise, option }) => (
          <div key={id}>
            <dt>
              Assumed: <code>{id}</code> <span class="small">spec {spec}</span>
            </dt>
            <dd>
              {says}{' '}
              <span class="small quiet-text">
                A real server might do otherwise: {otherwise} {option && `Change it with ${option}.`}
              </span>
            </dd>
          </div>
        ))}
    </dl>
  )
}
