import type { IconNode } from 'lucide'
import { h } from 'preact'

/** An icon; what is beside it, or the label of its button, says what it means. */
export function Icon({ of }: { of: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  )
}

export interface IconButtonProps {
  readonly label: string
  readonly icon: IconNode
  readonly title?: string
  readonly class?: string
  readonly tabIndex?: number
  readonly 'aria-pressed'?: boolean
  onPress(event: MouseEvent & { readonly currentTarget: HTMLButtonElement }): unknown
}

/** A button that is an icon. */
export function IconButton({ label, icon, title = label, class: name = '', onPress, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`tool quiet ${name}`}
      aria-label={label}
      title={title}
      {...rest}
      onClick={(event) => void onPress(event)}
    >
      <Icon of={icon} />
    </button>
  )
}

/** A coloured dot that says how something is; `says` is its tooltip, and what screen readers say. */
export function Dot({ tone, says }: { tone: '' | 'untried' | 'good' | 'warn' | 'bad'; says: string }) {
  return (
    <span class={`dot ${tone}`} title={says}>
      <span class="unseen">{says}</span>
    </span>
  )
}
