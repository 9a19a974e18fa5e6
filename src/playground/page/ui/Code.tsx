import { signal } from '@preact/signals'
import { Copy, WrapText } from 'lucide'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { parseJson } from '../../../values.js'
import { copy } from '../takeAway.js'
import { IconButton } from './Button.js'

type CodeMirror = typeof import('./codeMirror.js')

/** What colours and edits code, once it is loaded. */
const codeMirror = signal<CodeMirror | undefined>(undefined)
let loading: Promise<CodeMirror | undefined> | undefined

/** Loads it when it is first needed; undefined if it can't be loaded, which the next to need it tries again. */
function loadCodeMirror(): Promise<CodeMirror | undefined> {
  loading ??= import('./codeMirror.js').then(
    (loaded) => {
      codeMirror.value = loaded
      return loaded
    },
    () => {
      loading = undefined
      return undefined
    },
  )
  return loading
}

export function useCodeMirror(): CodeMirror | undefined {
  useEffect(() => void loadCodeMirror(), [])
  return codeMirror.value
}

/** Colours the code in an element, if its language is known. */
export async function colour(element: Element, language: string): Promise<void> {
  const text = element.textContent ?? ''
  if (text.length > mostDrawn) return
  const nodes = (await loadCodeMirror())?.coloured(text, language)
  if (nodes) element.replaceChildren(nodes)
}

/** Whether long lines are wrapped. */
const wraps = signal(localStorage.getItem('wrapsCode') !== 'no')
wraps.subscribe((on) => localStorage.setItem('wrapsCode', on ? 'yes' : 'no'))

/** More characters than this take too long to be indented and coloured, or to be drawn in one line or without CodeMirror. */
const mostIndented = 1_000_000
const mostDrawn = 20_000

export interface CodeProps {
  readonly text: string
  /** JSON by default, if it is that. */
  readonly language?: string
  readonly label: string
  /** Shows a few lines of it, and the others when it is scrolled. */
  readonly isBrief?: boolean
}

/** Code to be read: coloured, with numbered lines, folded and copied; JSON is indented. */
export function Code({ text, language = 'json', label, isBrief }: CodeProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<ReturnType<CodeMirror['show']>>(undefined)
  const loaded = useCodeMirror()
  const whole = useMemo(() => (language === 'json' ? indented(text) : text), [text, language])
  const shown = useMemo(() => inShortLines(whole), [whole])
  useLayoutEffect(() => {
    if (!loaded || !box.current) return
    const isPlain = shown.length > mostIndented || (language === 'json' && !/^[[{"]/.test(shown))
    const made = loaded.show(box.current, {
      ...{ text: shown, language: isPlain ? '' : language, label, wraps: wraps.peek() },
    })
    view.current = made
    return () => made.destroy()
  }, [loaded, shown, language, label])
  useLayoutEffect(() => {
    if (loaded && view.current) loaded.wrap(view.current, wraps.value)
  }, [wraps.value])
  if (text === '') return <p class="quiet-text">Nothing.</p>
  const lines = shown.slice(0, mostIndented).split('\n').length
  return (
    <div
      ref={box}
      class={`code-block ${isBrief ? 'brief' : ''} ${wraps.value ? 'wraps' : ''}`}
      style={{ '--digits': lines > 1 ? String(lines).length : undefined }}
    >
      <div class="code-tools small">
        <IconButton
          label="Wrap"
          icon={WrapText}
          aria-pressed={wraps.value}
          onPress={() => (wraps.value = !wraps.value)}
        />
        <IconButton label="Copy" icon={Copy} onPress={() => copy(label, () => whole)} />
      </div>
      {!loaded && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it has to be scrolled by keyboard.
        <pre tabIndex={0}>{shown.slice(0, mostDrawn)}</pre>
      )}
    </div>
  )
}

/** A browser needs seconds for a line of a million characters, so longer ones are shown as several. */
const inShortLines = (text: string) =>
  text.length > mostDrawn ? text.replaceAll(new RegExp(`.{${mostDrawn}}(?=.)`, 'gu'), '$&\n') : text

/** Indented JSON; text that isn't JSON, or is too long, as it is. */
export function indented(body: string): string {
  if (body.length > mostIndented) return body
  const data = parseJson(body)
  return data === undefined ? body : JSON.stringify(data, null, 2)
}
