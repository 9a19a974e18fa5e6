import { Quote, Verdict } from '../inspector/Detail.js'
import { Conversation } from './Conversation.js'
import type { Listed } from './store.js'

/** How the answer was read, and what came of it. */
export function InterpretationTab({ delivery }: { delivery: Listed }) {
  const { request, outcome, reading, says, unread, replyId, notice, ownerNotice } = delivery
  const reply = reading?.kind === 'reply' ? reading : undefined
  return (
    <>
      <Verdict is={outcome} says={says} tone={outcome === 'replied' ? 'good' : outcome === 'failed' ? 'bad' : ''} />
      {reply && <Quote title={`What it said, in ${reply.from}`} text={reply.content} />}
      {reply?.widget !== undefined && <p class="small">It brought a widget along, in widget_content.</p>}
      {typeof replyId === 'number' && (
        <p>
          Posted as message {replyId} in <Conversation body={request.body} />.
        </p>
      )}
      {notice && (
        <Quote
          title={
            <>
              Posted about it in <Conversation body={request.body} />
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
