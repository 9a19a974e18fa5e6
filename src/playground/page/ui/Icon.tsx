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

/** A coloured dot that says how something is; `says` is its tooltip, and what screen readers say. */
export function Dot({ tone, says }: { tone: '' | 'untried' | 'good' | 'warn' | 'bad'; says: string }) {
  return (
    <span class={`dot ${tone}`} title={says}>
      <span class="unseen">{says}</span>
    </span>
  )
}
