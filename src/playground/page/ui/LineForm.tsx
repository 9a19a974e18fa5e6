import type { ComponentChildren } from 'preact'

export interface LineFormProps {
  readonly label: string
  readonly placeholder: string
  readonly title?: string
  readonly maxLength?: number
  readonly inputMode?: 'numeric'
  /** Gets what is typed, without spaces around it; the field is empty once it is taken. */
  onLine(text: string): unknown
  /** Beside the field, such as a button. */
  readonly children?: ComponentChildren
}

/** A line that is typed, and given with Enter. */
export function LineForm({ label, onLine, children, ...attributes }: LineFormProps) {
  return (
    <form
      class="in-a-row"
      onSubmit={async (event) => {
        event.preventDefault()
        const form = event.currentTarget
        if (await onLine(String(new FormData(form).get('line')).trim())) form.reset()
      }}
    >
      <input type="text" name="line" aria-label={label} autocomplete="off" {...attributes} />
      {children}
    </form>
  )
}
