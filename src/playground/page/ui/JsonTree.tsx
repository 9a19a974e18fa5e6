import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { LongText } from './LongText.js'

/** JSON to look through: what is deep or long is opened by the reader, and made only then. */
export function JsonTree({ value, name, depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name === undefined ? null : <span class="json-name">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="json-leaf">
        {label}
        <span class={`json-${value === null ? 'null' : typeof value}`}>
          <LongText text={JSON.stringify(value)} />
        </span>
      </div>
    )
  }
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) {
    return (
      <div class="json-leaf">
        {label}
        {open}
        {close}
      </div>
    )
  }
  return (
    <Branch open={depth < 2 && entries.length <= 30}>
      {{
        head: (
          <>
            {label}
            {open} <span class="quiet-text small">{entries.length}</span> {close}
          </>
        ),
        body: () => entries.map(([key, inner]) => <JsonTree key={key} name={key} value={inner} depth={depth + 1} />),
      }}
    </Branch>
  )
}

function Branch({
  open,
  children,
}: {
  open: boolean
  children: { readonly head: ComponentChildren; body(): ComponentChildren }
}) {
  const isOpen = useSignal(open)
  return (
    <details
      class="json-branch"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>{children.head}</summary>
      {isOpen.value && <div class="json-inner">{children.body()}</div>}
    </details>
  )
}
