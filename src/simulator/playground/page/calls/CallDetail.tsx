import { choice, choose } from '../address.js'
import { useAnswer } from '../deliveries/detail.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { copy } from '../takeAway.js'
import { dayAndTimeText, durationText } from '../timeText.js'
import { JsonTree } from '../ui/JsonTree.js'
import { Payload } from '../ui/Payload.js'
import { Tabs } from '../ui/Tabs.js'
import { AssumptionsTab } from './AssumptionsTab.js'
import { DecisionTab } from './DecisionTab.js'
import { calls } from './live.js'
import type { WholeCall } from './wholeCall.js'

const textOf = async (path: string) => (await control<{ text: string }>('GET', path)).text

/** One call from all sides. */
export function CallDetail({ number }: { number: number }) {
  // Anew once it is answered.
  const key = `${number} ${calls.rows.find(number)?.status}`
  const whole = useAnswer(key, () => control<WholeCall>('GET', `/calls/${number}`)).value
  if (whole === undefined) return <p class="empty">Reading …</p>
  if (typeof whole === 'string') return <p class="empty">{whole}</p>
  return <Shown {...whole} />
}

function Shown({ call, answer }: WholeCall) {
  const { number, at, method, path, endpoint, caller, client, ignored = [], faults = [] } = call
  const copyCurl = (key: string) => void copy('The command', () => textOf(`/calls/${number}/curl${key}`))
  const copyClient = () => void copy('The program', () => textOf(`/calls/${number}/client`))
  useShortcuts(
    [
      { key: 'y', says: 'Copy the call as curl', group: 'Calls', run: () => copyCurl('') },
      { key: 'p', says: 'Copy the call as a program', group: 'Calls', run: copyClient },
    ],
    [number],
  )
  const isError = answer !== null && answer.status >= 400
  const assumptions = answer?.decision.assumptions ?? []
  return (
    <>
      <header class="detail-head">
        <h2 class="call-title">
          <span class="method">{method ?? 'done'}</span> {path ?? endpoint}{' '}
          {answer !== null && <span class={`chip ${isError ? 'bad' : 'good'}`}>{answer.status}</span>}
        </h2>
        <p class="small quiet-text">
          {endpoint ?? 'no endpoint'} · by <bdi>{caller?.full_name ?? 'nobody'}</bdi>
          {client !== undefined && ` (${client})`} · {dayAndTimeText(at)}
          {answer !== null && ` · ${durationText(Math.max(0, answer.at - at))}`}
        </p>
        {faults.map((fault) => (
          <p key={fault} class="small fault-line">
            Fault: {fault}
          </p>
        ))}
        <div class="actions">
          <span class="small quiet-text">Copy as</span>
          <button type="button" onClick={() => copyCurl('')}>
            curl <kbd>y</kbd>
          </button>
          <button type="button" onClick={() => copyCurl('?key=shown')}>
            curl with key
          </button>
          {endpoint !== undefined && (
            <button type="button" onClick={copyClient}>
              TypeScript <kbd>p</kbd>
            </button>
          )}
        </div>
      </header>
      <Tabs
        label="Call"
        chosen={choice('tab').value}
        onChoose={(tab) => choose({ tab })}
        tabs={[
          { id: 'answer', title: 'Answer', content: () => <AnswerTab answer={answer} /> },
          {
            id: 'parameters',
            title: 'Parameters',
            note: ignored.length > 0 ? `${ignored.length} ignored` : undefined,
            content: () => <ParametersTab call={call} />,
          },
          { id: 'decision', title: 'Decision', content: () => <DecisionTab call={call} answer={answer} /> },
          {
            id: 'assumptions',
            title: 'Assumptions',
            note: assumptions.length > 0 ? String(assumptions.length) : undefined,
            content: () => <AssumptionsTab names={assumptions} />,
          },
        ]}
      />
    </>
  )
}

function AnswerTab({ answer }: Pick<WholeCall, 'answer'>) {
  if (answer === null) {
    return <p class="quiet-text">There is none: it was made in the simulator's own process, or waits, or got lost.</p>
  }
  const { answer: body } = answer
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return <Payload key={answer.number} text={text} label="How the answer is shown" />
}

function ParametersTab({ call: { parameters, ignored = [] } }: Pick<WholeCall, 'call'>) {
  return (
    <>
      <h3>Read</h3>
      {parameters === undefined ? (
        <p class="quiet-text">None: the request did not get that far.</p>
      ) : Object.keys(parameters as object).length === 0 ? (
        <p class="quiet-text">None were given.</p>
      ) : (
        <JsonTree value={parameters} />
      )}
      {ignored.length > 0 && (
        <>
          <h3>Ignored</h3>
          <p>The endpoint does not know these, so they changed nothing:</p>
          <ul class="plain-list">
            {ignored.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
