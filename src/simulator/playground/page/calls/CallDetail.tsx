import { useAnswer } from '../inspector/asked.js'
import { Act, Detail, quiet } from '../inspector/Detail.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { copyFrom } from '../takeAway.js'
import { dayAndTimeText, durationText } from '../timeText.js'
import { chip } from '../ui/chip.js'
import { JsonTree } from '../ui/JsonTree.js'
import { Payload } from '../ui/Payload.js'
import { AssumptionsTab } from './AssumptionsTab.js'
import { DecisionTab } from './DecisionTab.js'
import { calls } from './live.js'
import type { WholeCall } from './wholeCall.js'

/** One call from all sides. */
export function CallDetail({ number }: { number: number }) {
  // Anew once it is answered.
  const key = `${number} ${calls.rows.find(number)?.status}`
  const whole = useAnswer(key, () => control<WholeCall>('GET', `/calls/${number}`)).value
  return typeof whole === 'object' ? <Shown {...whole} /> : <p class="empty">{whole ?? 'Reading …'}</p>
}

function Shown(whole: WholeCall) {
  const { call, answer } = whole
  const { number, at, method, path, endpoint, caller, client, ignored = [], faults = [] } = call
  const copyCurl = (key = '') => copyFrom('The command', `/calls/${number}/curl${key}`)
  const copyClient = () => copyFrom('The program', `/calls/${number}/client`)
  useShortcuts(
    [
      { key: 'y', says: 'Copy the call as curl', group: 'Calls', run: () => copyCurl() },
      { key: 'p', says: 'Copy the call as a program', group: 'Calls', run: copyClient },
    ],
    [number],
  )
  const assumptions = answer?.decision.assumptions ?? []
  return (
    <Detail
      label="Call"
      title={
        <>
          <span class="method">{method ?? 'done'}</span> {path ?? endpoint}{' '}
          {answer && chip(answer.status, answer.status >= 400 ? 'bad' : 'good')}
        </>
      }
      line={
        <>
          {endpoint ?? 'no endpoint'} · by <bdi>{caller?.full_name ?? 'nobody'}</bdi>
          {client !== undefined && ` (${client})`} · {dayAndTimeText(at)}
          {answer && ` · ${durationText(Math.max(0, answer.at - at))}`}
        </>
      }
      faults={faults}
      actions={
        <>
          <span class="small quiet-text">Copy as</span>
          <Act name="curl" shortcut="y" run={() => copyCurl()} />
          <Act name="curl with key" run={() => copyCurl('?key=shown')} />
          {endpoint !== undefined && <Act name="TypeScript" shortcut="p" run={copyClient} />}
        </>
      }
      tabs={[
        { id: 'answer', title: 'Answer', content: () => <AnswerTab answer={answer} /> },
        {
          id: 'parameters',
          title: 'Parameters',
          note: ignored.length > 0 ? `${ignored.length} ignored` : undefined,
          content: () => <ParametersTab call={call} />,
        },
        { id: 'decision', title: 'Decision', content: () => <DecisionTab {...whole} /> },
        {
          id: 'assumptions',
          title: 'Assumptions',
          note: assumptions.length > 0 ? String(assumptions.length) : undefined,
          content: () => <AssumptionsTab names={assumptions} />,
        },
      ]}
    />
  )
}

function AnswerTab({ answer }: Pick<WholeCall, 'answer'>) {
  if (answer === null) return quiet('There is none: it was made in the simulator’s own process, or waits, or got lost.')
  const { answer: body, number } = answer
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return <Payload key={number} text={text} label="How the answer is shown" />
}

function ParametersTab({ call: { parameters, ignored = [] } }: Pick<WholeCall, 'call'>) {
  return (
    <>
      <h3>Read</h3>
      {parameters === undefined ? (
        quiet('None: the request did not get that far.')
      ) : Object.keys(Object(parameters)).length === 0 ? (
        quiet('None were given.')
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
