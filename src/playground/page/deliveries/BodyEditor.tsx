import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { BodyCheck } from '../../../simulator/control/checkBody.js'
import { counted } from '../bar/readout.js'
import { useAnswer } from '../liveAnswers.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { Button, Editor } from '../ui/index.js'

const checksAfter = 250

/** What the simulator takes as a body to be checked, in characters. */
const mostChecked = 100_000

export interface BodyEditorProps {
  readonly bot: number
  readonly text: string
  onText(text: string): void
  onSend(body: string): Promise<void>
  onClose(): void
}

/** The editor of a body, with what a receiver would refuse at the server's level. */
export function BodyEditor({ bot, text, onText, onSend, onClose }: BodyEditorProps) {
  const isLong = text.length > mostChecked
  const check = () => control<BodyCheck>('POST', '/deliveries/check', { bot, body: text })
  const live = useAnswer(text, async () => (isLong ? undefined : check()), { pause: checksAfter })
  const checked = isLong ? undefined : live?.value
  const problems = checked?.problems ?? []
  const putCursor = useRef<(place: BodyCheck['problems'][number]) => void>(undefined)
  const send = () => onSend(text)

  useLayoutEffect(() => () => document.querySelector<HTMLElement>('.detail-head [title^=Edit]')?.focus(), [])
  const marked = useMemo(() => problems.map(({ line, weight }) => ({ line, class: weight })), [checked])
  useShortcuts(
    [
      { key: 'mod+Enter', says: 'Send the edited delivery', group: 'Deliveries', inFields: true, run: send },
      { key: 'Escape', says: 'Leave the editor', group: 'Deliveries', inFields: true, run: onClose },
    ],
    [text],
  )
  return (
    <div class="editor tall">
      <Editor
        text={text}
        language="json"
        attributes={named}
        marks={marked}
        hasFocus
        onText={onText}
        onReady={(put) => (putCursor.current = put)}
      />
      <div id="body-problems" class="editor-problems small" role="status">
        {isLong && <p class="quiet-text">A body of more than {counted(mostChecked, 'character')} is not checked.</p>}
        {checked && problems.length === 0 && (
          <p class="good-text">A notification as a server of level {checked.featureLevel} posts it.</p>
        )}
        {problems.map((problem) => (
          <Button
            key={`${problem.line} ${problem.path} ${problem.says}`}
            class={`quiet ${problem.weight}`}
            onPress={() => putCursor.current?.(problem)}
          >
            <span class="figure">
              {problem.line}:{problem.column}
            </span>{' '}
            <span>
              {problem.path !== '' && <code>{problem.path}</code>} {problem.says}
            </span>
          </Button>
        ))}
      </div>
      <div class="actions in-a-row">
        <Button says="Send" class="main" onPress={send} />
        <Button says="Cancel" onPress={onClose} />
        <span class="small quiet-text">
          Bots answer <code>data</code>, not <code>message.content</code>. A masked token stands for the real one; the
          message gets a new ID when it is sent again.
        </span>
      </div>
    </div>
  )
}

const named = {
  'aria-label': 'Body of the request, as JSON. Tab leaves the field.',
  'aria-describedby': 'body-problems',
}
