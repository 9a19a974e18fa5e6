import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Message } from '../../../protocol/index.js'
import type { WrittenTranscript } from '../../../simulator/control/endpoints/transcripts.js'
import type { KeptTranscript, TranscriptRun } from '../../../simulator/public/transcriptKeeper.js'
import { shortened } from '../../../values.js'
import { counted } from '../bar/readout.js'
import { narrowOf } from '../chat/place.js'
import { sessionOf } from '../chat/session.js'
import { deliveries } from '../deliveries/watchedDeliveries.js'
import { useAnswer } from '../liveAnswers.js'
import { useAttempt } from '../notices.js'
import { control } from '../simulator.js'
import { copy, keepText } from '../takeAway.js'
import { Button, Checkbox, Code, Dialog, Editor, ErrorText, Select } from '../ui/index.js'
import { requestFor, type Saving } from './request.js'

/** The choices for saving a conversation, and the resulting transcript. */
export function SaveDialog({ of: saving, onClose }: { of: Saving; onClose(): void }) {
  const { userId, place } = saving
  const session = useMemo(() => sessionOf(userId), [userId])
  const from = useSignal(saving.from)
  const isWhole = useSignal(false)
  const elsewhere = useSignal(0)
  const edited = useSignal<string | undefined>(undefined)
  const newest = { anchor: 'newest', num_before: 200, num_after: 0, narrow: narrowOf(place), apply_markdown: false }
  const read = useAnswer('', () => session.call<{ messages: readonly Message[] }>('GET', '/messages', newest))
  const list = read?.value?.messages ?? []
  const ids = new Set(list.map(({ id }) => id))
  const bot = deliveries.rows.all.findLast(({ messageId }) => ids.has(messageId))?.bot.user_id
  const channel = place.kind === 'topic' ? session.state.peek()?.channels.get(place.channelId)?.name : undefined
  const chosen = { userId, place, ...(from.value !== undefined && { from: from.value }) }
  const asked = read?.value && requestFor(chosen, { bot, channel })
  const ask = async () => {
    if (!asked) return undefined
    const write = (body: object) => control<WrittenTranscript>('POST', '/transcript', body)
    const [own, whole] = await Promise.all([write(asked), write({ ...asked, where: undefined })])
    edited.value = undefined
    elsewhere.value = whole.actions - own.actions
    return isWhole.value ? whole : own
  }
  const live = useAnswer(JSON.stringify([asked ?? '', isWhole.value]), ask)
  const written = live?.value
  const others = `Include what people did in other conversations: ${counted(elsewhere.value, 'action')}`
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
      <ErrorText text={read?.problem ?? live?.problem} />
      {written?.actions === 0 && <p class="quiet-text">There is nothing to save yet.</p>}
      {elsewhere.value > 0 && (
        <Checkbox
          label={isWhole.value ? others : `${others}, left out now`}
          isOn={isWhole.value}
          onChange={(isOn) => (isWhole.value = isOn)}
        />
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
  const { problem, isBusy, attempt } = useAttempt()
  const canKeep = actions > 0
  const fileName = `${name.value.trim().replace(/\.chat$/, '')}.chat`
  const told = { text, ...(organisation && { organisation }) }
  const post = (path: string, body: object) =>
    attempt(async () => {
      tried.value = undefined
      tried.value = await control<TranscriptRun>('POST', path, { ...told, ...body })
    })
  const run = () => post('/transcript/run', { bot })
  const keep = (replace: boolean) => post('/transcript/file', { name: fileName, replace })
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
        {canRun && <Button says={isBusy.value ? 'Running …' : 'Run'} class="main" disabled={!canKeep} onPress={run} />}
        {beside !== null && (
          <Button says={`Write it beside ${beside}`} disabled={!canKeep} onPress={() => keep(false)} />
        )}
        <Button says="Copy" disabled={!canKeep} onPress={() => copy('The transcript', () => text)} />
        <Button says="Download" disabled={!canKeep} onPress={() => keepText(fileName, 'text/plain', text)} />
        {organisation && (
          <Button onPress={() => keepText(organisation.name, 'application/yaml', organisation.text)}>
            Download {organisation.name}, which belongs beside it
          </Button>
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
        <ErrorText text={problem.value} />
        {/ already exists/.test(problem.value) && <Button says="Replace it" onPress={() => keep(true)} />}
      </div>
    </>
  )
}
