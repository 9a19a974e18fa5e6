import type { Reading } from '../../../delivery/reading.js'
import { Quote, Verdict } from '../inspector/Detail.js'
import { Conversation } from './Conversation.js'
import type { Listed } from './store.js'
import { bodyIn } from './writtenMessage.js'

/** How the answer was read, and what came of it. */
export function InterpretationTab({ delivery }: { delivery: Listed }) {
  const { outcome, reading, replyId, notice, ownerNotice } = delivery
  const reply = reading?.kind === 'reply' ? reading : undefined
  const unread = unreadOf(delivery)
  return (
    <>
      <Verdict
        is={outcome}
        says={says(delivery)}
        tone={outcome === 'replied' ? 'good' : outcome === 'failed' ? 'bad' : ''}
      />
      {reply && <Quote title={`What it said, in ${reply.from}`} text={reply.content} />}
      {reply?.widget !== undefined && <p class="small">It brought a widget along, in widget_content.</p>}
      {typeof replyId === 'number' && (
        <p>
          Posted as message {replyId} in <Conversation delivery={delivery} />.
        </p>
      )}
      {notice && (
        <Quote
          title={
            <>
              Posted about it in <Conversation delivery={delivery} />
            </>
          }
          text={notice}
        />
      )}
      {ownerNotice && <Quote title="What the bot’s owner was told" text={ownerNotice} />}
      {unread.length > 0 && (
        <p class="small">
          Not looked at: <code>{unread.join(', ')}</code>
        </p>
      )}
    </>
  )
}

function says({ outcome, reading, attempts }: Listed): string {
  const waits = waiting[outcome]
  if (waits !== undefined) return waits
  if (reading?.kind === 'reply') return outcome === 'failed' ? 'The reply could not be posted.' : 'It is a reply.'
  if (reading?.kind === 'quiet') return `${quiet[reading.because]}, so nothing was posted.`
  if (reading?.kind === 'unusable') return reading.notice
  const result = attempts.at(-1)?.result
  return result?.kind === 'answered'
    ? `A status of ${result.status} is a failure, whatever the body says.`
    : 'There was no answer to read.'
}

const waiting: Readonly<Partial<Record<Listed['outcome'], string>>> = {
  held: 'It waits until somebody releases it.',
  'under way': 'It waits for its turn, or for an answer.',
  dropped: 'By a fault, it was never posted.',
  abandoned: 'The simulator went on to something else before.',
}

const quiet: Readonly<Record<Extract<Reading, { kind: 'quiet' }>['because'], string>> = {
  response_not_required: 'It said response_not_required',
  'an empty string': 'It is an empty string',
  'no content': 'It has neither content nor response_string',
  'blank content': 'Its content is blank',
}

/** Fields of the answer that nobody looked at: often what was misspelt. */
function unreadOf({ attempts, reading }: Listed): readonly string[] {
  const result = attempts.at(-1)?.result
  if (result?.kind !== 'answered' || !reading || reading.kind === 'unusable') return []
  const answer = bodyIn(result.body)
  const names = typeof answer === 'object' ? Object.keys(answer ?? {}) : []
  return names.filter((name) => !readFields.includes(name))
}

const readFields = ['content', 'response_string', 'response_not_required', 'widget_content']
