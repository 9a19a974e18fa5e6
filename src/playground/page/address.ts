import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** The reader's location: a screen and the selections on it. It is the page's address, so it can be linked to. */
export interface PageLocation {
  readonly screen: string
  readonly choices: Readonly<Record<string, string>>
}

const current = signal<PageLocation>(readPlace(location.hash))
addEventListener('hashchange', () => {
  current.value = readPlace(location.hash)
})

/** The current location. */
export const place: ReadonlySignal<PageLocation> = current

/** A selection; `''` if there is none. */
export const choice = (name: string): ReadonlySignal<string> => computed(() => current.value.choices[name] ?? '')

/** Goes to a screen with these selections, adding a history entry. */
export function goTo(screen: string, choices: Readonly<Record<string, string>> = {}): void {
  location.hash = hashOf(screen, made(choices))
}

/** Changes selections of the current screen, adding a history entry unless nothing changes; `''` clears one. */
export function choose(changes: Readonly<Record<string, string>>): void {
  change(changes, (hash) => history.pushState(null, '', hash))
}

/** The same without a history entry: for what goes on quickly, such as typing and moving through a list. */
export function adjust(changes: Readonly<Record<string, string>>): void {
  change(changes, (hash) => history.replaceState(history.state, '', hash))
}

function change(changes: Readonly<Record<string, string>>, go: (hash: string) => void): void {
  const { screen, choices } = current.value
  const next = { screen, choices: made({ ...choices, ...changes }) }
  const hash = hashOf(screen, next.choices)
  if (hash === hashOf(screen, choices)) return
  go(hash)
  current.value = next
}

/** The address of a location, for links. */
export function hashOf(screen: string, choices: PageLocation['choices'] = {}): string {
  const query = new URLSearchParams(Object.entries(choices)).toString()
  return `#/${screen}${query === '' ? '' : `?${query}`}`
}

function readPlace(hash: string): PageLocation {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { screen: path === '' ? 'chat' : path, choices: Object.fromEntries(new URLSearchParams(query)) }
}

const made = (choices: PageLocation['choices']) =>
  Object.fromEntries(Object.entries(choices).filter(([, one]) => one !== ''))
