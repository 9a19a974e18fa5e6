import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** Where the reader is: a screen, and what is chosen on it. It is the page's address, so that a link shows the same. */
export interface Place {
  readonly screen: string
  readonly choices: Readonly<Record<string, string>>
}

const current = signal<Place>(readPlace(location.hash))
addEventListener('hashchange', () => {
  current.value = readPlace(location.hash)
})

/** Where the reader is now. */
export const place: ReadonlySignal<Place> = current

/** One of the choices; `''` when it is not made. */
export const choice = (name: string): ReadonlySignal<string> => computed(() => current.value.choices[name] ?? '')

/** Goes to a screen with these choices. The way back leads to where the reader was. */
export function goTo(screen: string, choices: Readonly<Record<string, string>> = {}): void {
  location.hash = hashOf(screen, made(choices))
}

/** Changes choices of the screen that is shown; `''` takes one back. Leaves no step on the way back. */
export function choose(changes: Readonly<Record<string, string>>): void {
  const { screen, choices } = current.value
  const next = { screen, choices: made({ ...choices, ...changes }) }
  history.replaceState(history.state, '', hashOf(screen, next.choices))
  current.value = next
}

/** The address of a place, for links. */
export function hashOf(screen: string, choices: Place['choices'] = {}): string {
  const query = new URLSearchParams(Object.entries(choices)).toString()
  return `#/${screen}${query === '' ? '' : `?${query}`}`
}

function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { screen: path === '' ? 'chat' : path, choices: Object.fromEntries(new URLSearchParams(query)) }
}

const made = (choices: Place['choices']) => Object.fromEntries(Object.entries(choices).filter(([, one]) => one !== ''))
