import type { ComponentChildren } from 'preact'

export interface LineFormProps {
  readonly label: string
  readonly placeholder: string
  readonly title?: string
  readonly maxLength?: number
  readonly inputMode?: 'numeric'
  /** Gets the trimmed text. If it resolves to something truthy, the field is cleared. */
  onLine(text: string): unknown
  /** Shown beside the field, such as a button. */
  readonly children?: ComponentChildren
}

/** A one-line form that Enter submits. */
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
