import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { messageOf } from '../../notices.js'
import { Problem } from '../../ui/Problem.js'
import { renderMessage } from '../actions/service.js'
import { Rendered } from '../Rendered.js'
import { sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import type { Composer } from './composer.js'

/** What is written as the service makes HTML of it, a moment after each change. */
export function Preview({ composer: { userId, written }, state }: { composer: Composer; state: ChatState }) {
  const html = useSignal('')
  const problem = useSignal('')
  const { text } = written.value
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const rendered = text.trim() === '' ? '' : await renderMessage(sessionOf(userId).call, text)
        if (isOver) return
        html.value = rendered
        problem.value = ''
      } catch (error) {
        if (!isOver) problem.value = messageOf(error)
      }
    }, 150)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  return (
    <section class="compose-preview" aria-label="Preview">
      <Problem text={problem.value} kind="small" />
      {html.value === '' && problem.value === '' && <p class="quiet-text small">Nothing is written yet.</p>}
      <Rendered html={html.value} state={state} />
    </section>
  )
}
