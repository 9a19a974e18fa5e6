import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Message } from '../../../protocol/index.js'
import type { WrittenTranscript } from '../../../simulator/control/endpoints/transcripts.js'
import type { KeptTranscript, TranscriptRun } from '../../../simulator/public/transcriptKeeper.js'
import { shortened } from '../../../values.js'
import { counted } from '../bar/readout.js'
import { narrowOf } from '../chat/place.js'
import { sessionOf } from '../chat/session.js'
import { deliveries } from '../deliveries/watchedDeliveries.js'
import { useAnswer } from '../inspector/requests.js'
import { attemptIn } from '../notices.js'
import { control } from '../simulator.js'
import { copy, keepText } from '../takeAway.js'
import { Code, Dialog, Editor, Problem, Select } from '../ui/index.js'
import { requestFor, type Saving } from './request.js'

/** The choices for saving a conversation, and the resulting transcript. */
export function SaveDialog({ of: saving, onClose }: { of: Saving; onClose(): void }) {
  const { userId, place } = saving
  const session = useMemo(() => sessionOf(userId), [userId])
  const messages = useSignal<readonly Message[] | undefined>(undefined)
  const from = useSignal(saving.from)
  const isWhole = useSignal(false)
  const elsewhere = useSignal(0)
  const edited = useSignal<string | undefined>(undefined)
  const problem = useSignal('')

  useEffect(() => {
    const asked = { anchor: 'newest', num_before: 200, num_after: 0, narrow: narrowOf(place), apply_markdown: false }
    void attemptIn(problem, async () => {
      const read = await session.call<{ messages: readonly Message[] }>('GET', '/messages', asked)
      messages.value = read.messages
    })
  }, [])

  const list = messages.value ?? []
  const ids = new Set(list.map(({ id }) => id))
  const bot = deliveries.rows.all.findLast(({ messageId }) => ids.has(messageId))?.bot.user_id
  const channel = place.kind === 'topic' ? session.state.peek()?.channels.get(place.channelId)?.name : undefined
  const { from: _, ...rest } = saving
  const asked = messages.value
    ? requestFor({ ...rest, ...(from.value !== undefined && { from: from.value }) }, { bot, channel })
    : undefined
  const ask = async () => {
    if (!asked) return undefined
    const write = (body: object) => control<WrittenTranscript>('POST', '/transcript', body)
    const [own, whole] = await Promise.all([write(asked), write({ ...asked, where: undefined })])
    edited.value = undefined
    elsewhere.value = whole.actions - own.actions
    return isWhole.value ? whole : own
  }
  const answer = useAnswer(JSON.stringify([asked ?? '', isWhole.value]), ask).value
  const written = typeof answer === 'object' ? answer : undefined
  return (
    <Dialog title="Save as a test" onClose={onClose}>
      <p class="quiet-text">
        A transcript repeats what people said, and fails if the bot answers differently. <code>earshot test</code> runs
        it.
      </p>
      <Select
        label="From"
        options={[['', 'the beginning'], ...list.map((message) => [message.id, lineOf(message)] as const)]}
        chosen={from.value ?? ''}
        onChoose={(id) => (from.value = id === '' ? undefined : Number(id))}
      />
      <Problem text={problem.value || (typeof answer === 'string' ? answer : '')} />
      {written?.actions === 0 && <p class="quiet-text">There is nothing to save yet.</p>}
      {elsewhere.value > 0 && (
        <label>
          <input
            type="checkbox"
            checked={isWhole.value}
            onChange={({ currentTarget }) => (isWhole.value = currentTarget.checked)}
          />{' '}
          Include what people did in other conversations: {counted(elsewhere.value, 'action')}
          {isWhole.value ? '' : ', left out now'}
        </label>
      )}
      <div class="transcript tall" aria-busy={!written}>
        {written && (
          <Editor
            key={written.text}
            text={written.text}
            language="chat"
            attributes={{ 'aria-label': 'The transcript' }}
            onText={(text) => (edited.value = text)}
          />
        )}
      </div>
      {written && <Buttons transcript={{ ...written, text: edited.value ?? written.text }} />}
    </Dialog>
  )
}

const lineOf = ({ sender_full_name: who, content }: Message) =>
  `${who}: ${shortened(content.replace(/\s+/g, ' ').trim(), 60)}`

/** The actions for a transcript: run it, download it, or write it next to the bot and run it. */
function Buttons({ transcript }: { transcript: WrittenTranscript }) {
  const { text, organisation, beside, canRun, bot, actions } = transcript
  const name = useSignal(transcript.name)
  const tried = useSignal<(TranscriptRun & Partial<KeptTranscript>) | undefined>(undefined)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const canKeep = actions > 0
  const fileName = `${name.value.trim().replace(/\.chat$/, '')}.chat`
  const told = { text, ...(organisation && { organisation }) }
  const attempt = (path: string, body: object) =>
    attemptIn(
      problem,
      async () => {
        tried.value = undefined
        tried.value = await control<TranscriptRun>('POST', path, { ...told, ...body })
      },
      isBusy,
    )
  const run = () => void attempt('/transcript/run', { bot })
  const keep = (replace: boolean) => attempt('/transcript/file', { name: fileName, replace })
  return (
    <>
      <div class="in-a-row">
        <label>
          File{' '}
          <input
            type="text"
            value={name.value}
            spellcheck={false}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </label>
        {canRun && (
          <button type="button" class="main" aria-disabled={isBusy.value} disabled={!canKeep} onClick={run}>
            {isBusy.value ? 'Running …' : 'Run'}
          </button>
        )}
        {beside !== null && (
          <button type="button" disabled={isBusy.value || !canKeep} onClick={() => void keep(false)}>
            Write it beside {beside}
          </button>
        )}
        <button type="button" disabled={!canKeep} onClick={() => copy('The transcript', () => text)}>
          Copy
        </button>
        <button type="button" disabled={!canKeep} onClick={() => keepText(fileName, 'text/plain', text)}>
          Download
        </button>
        {organisation && (
          <button type="button" onClick={() => keepText(organisation.name, 'application/yaml', organisation.text)}>
            Download {organisation.name}, which belongs beside it
          </button>
        )}
      </div>
      <div class="stack" aria-live="polite">
        {tried.value && (
          <p class={tried.value.passed ? 'good-text' : 'problem'}>
            {tried.value.path && `${tried.value.path}: `}
            {tried.value.passed ? tried.value.says : 'it does not pass.'}
          </p>
        )}
        {tried.value && !tried.value.passed && <Code label="The difference" language="diff" text={tried.value.says} />}
        <Problem text={problem.value} />
        {/ already exists/.test(problem.value) && (
          <button type="button" onClick={() => void keep(true)}>
            Replace it
          </button>
        )}
      </div>
    </>
  )
}
