import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useCodeMirror } from './Code.js'
import type { Edited, edit, MarkedLine } from './codeMirror.js'

export interface EditorProps extends Edited {
  readonly marks?: readonly MarkedLine[]
  readonly hasFocus?: boolean
  /** Gets the function that puts the cursor at a place, whose numbers count from 1. */
  onReady?(putCursor: (place: { readonly line: number; readonly column: number }) => void): void
}

/** An editor of code; a plain field until what colours it is loaded. `text` is what it begins with. */
export function Editor({ marks = [], hasFocus = false, onReady, ...edited }: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<ReturnType<typeof edit>>(undefined)
  const codeMirror = useCodeMirror()
  useLayoutEffect(() => {
    if (!codeMirror || !box.current) return
    const made = codeMirror.edit(box.current, edited)
    view.current = made
    if (hasFocus) made.focus()
    onReady?.((place) => codeMirror.putCursor(made, place))
    return () => made.destroy()
  }, [codeMirror])
  useEffect(() => {
    if (view.current) codeMirror?.markLines(view.current, marks)
  }, [codeMirror, marks])
  const { text, attributes, onText } = edited
  return (
    <div ref={box} class="code-block wraps grow">
      {!codeMirror && (
        <textarea {...attributes} value={text} onInput={({ currentTarget }) => onText(currentTarget.value)} />
      )}
    </div>
  )
}
