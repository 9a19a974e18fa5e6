import { decisionSteps } from './decisionSteps.js'
import type { WholeCall } from './wholeCall.js'

/** What was asked before the call was answered, and what said no. */
export function DecisionTab({ call, answer }: WholeCall) {
  if (answer === null) return <p class="quiet-text">Nothing was decided: there is no answer.</p>
  const { error, source } = answer.decision
  return (
    <>
      <ol class="steps">
        {decisionSteps(call, answer).map(({ id, title, state, says }) => (
          <li key={id} class={state.replace(' ', '-')}>
            <strong>{title}</strong>
            <span class="chip">{state}</span>
            <span class="says">{says}</span>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p class="small">
          The refusal is <code>{error}</code> in the catalogue of errors;{' '}
          {source === 'spec' ? 'the spec shows its text.' : 'its text is assumed.'}
        </p>
      )}
    </>
  )
}
