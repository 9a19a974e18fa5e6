import type { Reading } from '../../../delivery/reading.js'
import type { Listed } from './store.js'
import { Conversation } from './WhyTab.js'
import { bodyIn } from './writtenMessage.js'

/** How the answer was read, and what came of it. */
export function InterpretationTab({ delivery }: { delivery: Listed }) {
  const { outcome, reading, replyId, notice, ownerNotice } = delivery
  return (
    <>
      <p class={`verdict ${outcome === 'replied' ? 'good' : outcome === 'failed' ? 'bad' : ''}`}>
        <strong>{outcome}</strong> <span>{says(delivery)}</span>
      </p>
      {reading?.kind === 'reply' && (
        <>
          <h3>
            What it said <span class="quiet-text small">in the field {reading.from}</span>
          </h3>
          <blockquote class="said" dir="auto">
            {reading.content}
          </blockquote>
        </>
      )}
      {reading?.kind === 'reply' && reading.widget !== undefined && (
        <p class="small">It brought a widget along, in widget_content.</p>
      )}
      {typeof replyId === 'number' && (
        <p>
          Posted as message {replyId} in <Conversation delivery={delivery} />.
        </p>
      )}
      {notice && (
        <>
          <h3>
            What was posted about it in <Conversation delivery={delivery} />
          </h3>
          <blockquote class="said" dir="auto">
            {notice}
          </blockquote>
        </>
      )}
      {ownerNotice && (
        <>
          <h3>What the bot's owner was told</h3>
          <blockquote class="said" dir="auto">
            {ownerNotice}
          </blockquote>
        </>
      )}
      <Unread delivery={delivery} />
    </>
  )
}

function says({ outcome, reading, attempts }: Listed): string {
  if (outcome === 'held') return 'It waits until somebody releases it.'
  if (outcome === 'under way') return 'It waits for its turn, or for an answer.'
  if (outcome === 'dropped') return 'By a fault, it was never posted.'
  if (outcome === 'abandoned') return 'The simulator went on to something else before it came to an end.'
  if (reading?.kind === 'reply') return outcome === 'failed' ? 'The reply could not be posted.' : 'It is a reply.'
  if (reading?.kind === 'quiet') return quiet[reading.because]
  if (reading?.kind === 'unusable') return reading.notice
  const result = attempts.at(-1)?.result
  return result?.kind === 'answered'
    ? `A status of ${result.status} is a failure, whatever the body says.`
    : 'There was no answer to read.'
}

const quiet: Readonly<Record<Extract<Reading, { kind: 'quiet' }>['because'], string>> = {
  response_not_required: 'It said response_not_required, so nothing was posted.',
  'an empty string': 'It is an empty string, so nothing was posted.',
  'no content': 'It has neither content nor response_string, so nothing was posted.',
  'blank content': 'Its content is blank, so nothing was posted.',
}

/** Fields of the answer that nobody looked at: often what was misspelt. */
function Unread({ delivery: { attempts, reading } }: { delivery: Listed }) {
  const result = attempts.at(-1)?.result
  if (result?.kind !== 'answered' || reading === null || reading === undefined || reading.kind === 'unusable')
    return null
  const answer = bodyIn(result.body)
  if (typeof answer !== 'object' || answer === null) return null
  const names = Object.keys(answer).filter((name) => !readFields.has(name))
  if (names.length === 0) return null
  return (
    <p class="small">
      Not looked at: <code>{names.join(', ')}</code>
    </p>
  )
}

const readFields: ReadonlySet<string> = new Set([
  'content',
  'response_string',
  'response_not_required',
  'widget_content',
])
