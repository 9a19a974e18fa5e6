import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { tell } from '../notices.js'

/** A component that is loaded when it is shown first, with what is shown until then; nothing unless given. */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  Meanwhile: FunctionComponent = Nothing,
): FunctionComponent<Props> {
  const loaded = signal<{ readonly Component: FunctionComponent<Props> } | undefined>(undefined)
  let isLoading = false

  async function begin(): Promise<void> {
    isLoading = true
    try {
      loaded.value = { Component: await load() }
    } catch {
      // Tried again when it is shown again.
      isLoading = false
      tell('problem', 'A part of the page could not be loaded. Is the simulator still running?')
    }
  }

  return function Later(props: Props) {
    if (loaded.value !== undefined) return <loaded.value.Component {...props} />
    if (!isLoading) void begin()
    return <Meanwhile />
  }
}

/** What a screen shows while it is loaded. */
export function Loading() {
  return <p class="loading quiet-text">Loading …</p>
}

function Nothing() {
  return null
}
