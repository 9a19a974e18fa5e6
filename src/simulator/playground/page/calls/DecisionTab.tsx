import { quiet } from '../inspector/Detail.js'
import { chip } from '../ui/chip.js'
import type { WholeCall } from './wholeCall.js'

/** What was asked before the call was answered, and what said no. */
export function DecisionTab({ answer, steps }: WholeCall) {
  if (answer === null) return quiet('Nothing was decided: there is no answer.')
  const { error, source } = answer.decision
  return (
    <>
      <ol class="steps">
        {steps.map(({ id, title, state, says }) => (
          <li key={id} class={state.replace(' ', '-')}>
            <strong>{title}</strong>
            {chip(state)}
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
