import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Message } from '../../../protocol/index.js'
import { narrowOf } from '../chat/place.js'
import { sessionOf } from '../chat/session.js'
import { useAnswer } from '../inspector/requests.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { Dialog } from '../ui/Dialog.js'
import { Select } from '../ui/Select.js'
import { firstChoice, isOneConversation, messageLine, requestFor, type Transcript, type Wanted } from './request.js'
import { SaveButtons } from './SaveButtons.js'
import { type Saving, savedUpTo, stopSaving } from './saving.js'

/** What is saved of a conversation, and the text that it makes. */
export function SaveDialog({ of: { userId, place, from } }: { of: Saving }) {
  const session = useMemo(() => sessionOf(userId), [userId])
  const messages = useSignal<readonly Message[] | undefined>(undefined)
  const wanted = useSignal<Wanted>({ userId, place, isAll: false, from, to: undefined, bot: undefined })
  const unread = useSignal<string | undefined>(undefined)
  const bots = organisation.value.bots.filter(({ address }) => address !== null)

  useEffect(() => {
    const asked = { anchor: 'newest', num_before: 200, num_after: 0, narrow: narrowOf(place), apply_markdown: false }
    session.call<{ messages: readonly Message[] }>('GET', '/messages', asked).then(
      (answer) => {
        const first = from ?? firstChoice(answer.messages, savedUpTo(place))
        if (first !== undefined) wanted.value = { ...wanted.peek(), from: first }
        messages.value = answer.messages
      },
      (error) => {
        unread.value = String(error.message)
      },
    )
  }, [])

  const asked = messages.value ? JSON.stringify(requestFor(wanted.value, channelName)) : ''
  // The text before stays until there is a new one.
  const answer = useAnswer(
    asked,
    async () => (asked === '' ? undefined : await control<Transcript>('POST', '/transcript', JSON.parse(asked))),
    0,
  ).value
  const written = typeof answer === 'object' ? answer : undefined
  const problem = unread.value ?? (typeof answer === 'string' ? answer : undefined)

  function channelName(id: number): string | undefined {
    return session.state.peek()?.channels.get(id)?.name
  }
  const change = (changes: Partial<Wanted>) => {
    wanted.value = { ...wanted.peek(), ...changes }
  }
  const list = messages.value ?? []
  const lines = list.map((message) => [message.id, messageLine(message)] as const)

  return (
    <Dialog title="Save as a test" onClose={stopSaving}>
      <div class="saving">
        <p class="quiet-text">
          A transcript: people say it again, and the bot has to do again what it did. Run it with{' '}
          <code>earshot test</code>.
        </p>
        <div class="saving-choices">
          <Select
            label="From"
            options={[['', 'the beginning'], ...lines]}
            chosen={wanted.value.from ?? ''}
            onChoose={(id) => change({ from: numberOf(id) })}
          />
          <Select
            label="To"
            options={[['', 'now'], ...lines]}
            chosen={wanted.value.to ?? ''}
            onChoose={(id) => change({ to: numberOf(id) })}
          />
          {bots.length > 1 && (
            <Select
              label="Bot"
              options={[
                ['', written === undefined || wanted.value.bot ? 'the one that answers' : written.bot],
                ...bots.map(({ user_id, full_name }) => [user_id, full_name] as const),
              ]}
              chosen={wanted.value.bot ?? ''}
              onChoose={(id) => change({ bot: numberOf(id) })}
            />
          )}
        </div>
        {isOneConversation(place) && (
          <label class="saving-all">
            <input
              type="checkbox"
              checked={wanted.value.isAll}
              onChange={({ currentTarget: { checked } }) => change({ isAll: checked })}
            />
            What was said elsewhere in that time too
          </label>
        )}
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {written?.actions === 0 && <p class="quiet-text">Nobody said anything to save yet.</p>}
        <textarea
          class="saving-text"
          readOnly
          rows={14}
          spellcheck={false}
          aria-label="The transcript"
          aria-busy={written === undefined}
          value={written?.text ?? ''}
        />
        {written && <SaveButtons transcript={written} place={place} upTo={list.at(-1)?.id} />}
      </div>
    </Dialog>
  )
}

const numberOf = (id: string) => (id === '' ? undefined : Number(id))
