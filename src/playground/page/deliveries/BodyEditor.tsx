import { useLayoutEffect, useRef } from 'preact/hooks'
import type { BodyProblem } from '../../../simulator/control/checkBody.js'
import { useAnswer } from '../inspector/requests.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'

/** The simulator's diagnostics for a body. */
interface Checked {
  readonly problems: readonly BodyProblem[]
  readonly featureLevel: number
}

const checksAfter = 250

/** The editor of a body, with what a receiver would refuse at the server's level. */
export function BodyEditor({
  bot,
  text,
  onText,
  onSend,
  onClose,
}: {
  bot: number
  text: string
  onText(text: string): void
  onSend(body: string): Promise<void>
  onClose(): void
}) {
  const found = useAnswer(text, () => control<Checked>('POST', '/deliveries/check', { bot, body: text }), {
    pause: checksAfter,
  }).value
  const checked = typeof found === 'object' ? found : undefined
  const area = useRef<HTMLTextAreaElement>(null)
  const send = () => void onSend(text)

  useLayoutEffect(() => {
    // In this order, since otherwise the field scrolls to its end.
    area.current?.setSelectionRange(0, 0)
    area.current?.focus()
  }, [])
  useShortcuts(
    [
      { key: 'mod+Enter', says: 'Send the edited delivery', group: 'Deliveries', inFields: true, run: send },
      { key: 'Escape', says: 'Leave the editor', group: 'Deliveries', inFields: true, run: onClose },
    ],
    [text],
  )

  const showPlace = ({ line, column }: BodyProblem) => {
    const before = text.split('\n').slice(0, line - 1)
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  return (
    <div class="editor tall">
      <textarea
        ref={area}
        class="code grow"
        aria-label="Body of the request, as JSON"
        aria-describedby="body-problems"
        spellcheck={false}
        wrap="off"
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <div id="body-problems" class="editor-problems small" role="status">
        {checked?.problems.length === 0 && (
          <p class="good-text small">A notification as a server of level {checked.featureLevel} posts it.</p>
        )}
        {checked?.problems.map((problem) => (
          <button
            key={`${problem.line} ${problem.path} ${problem.says}`}
            type="button"
            class={`quiet ${problem.weight}`}
            onClick={() => showPlace(problem)}
          >
            <span class="figure">
              {problem.line}:{problem.column}
            </span>{' '}
            <span>
              {problem.path !== '' && <code>{problem.path}</code>} {problem.says}
            </span>
          </button>
        ))}
      </div>
      <div class="actions in-a-row">
        <button type="button" class="main" onClick={send}>
          Send
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <span class="small quiet-text">
          A masked token stands for the real one; the message gets a new ID when it is sent again.
        </span>
      </div>
    </div>
  )
}
