import type { Asked } from '../asking.js'
import { type Drawn, el, type Inspected, type InspectedTab, type Shown } from '../shown.js'

/** One thing from all sides, of which the one is shown that is asked for. */
export interface Sides {
  readonly title: Shown
  /** Who, when and the like, in small. */
  readonly line: Shown
  /** Sentences of the faults that struck it. */
  readonly faults: readonly string[]
  readonly tabs: readonly (InspectedTab & { content(): Shown | Promise<Shown> })[]
}

export async function inspected({ title, line, faults, tabs }: Sides, chosen: string | null): Promise<Drawn> {
  const tab = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  const shown: Inspected = {
    title,
    line,
    faults,
    tabs: tabs.map(({ id, title: name, note }) => ({ id, title: name, note })),
    tab: tab?.id ?? '',
    content: await tab?.content(),
  }
  return el('Inspected', { ...shown })
}

/** What is asked for of a thing besides: a tab, and what it is compared with. */
export const choicesOf = ({ query }: Asked): URLSearchParams => new URLSearchParams(query)

/** What was decided, and why. */
export const verdict = (is: string, says: Shown, tone = ''): Drawn =>
  el('p', `verdict ${tone}`, is && el('strong', '', is), ' ', el('span', '', says))

/** What somebody wrote, as it was written. */
export const quote = (title: Shown, text: Shown): Shown => [
  el('h3', '', title),
  el('blockquote', { class: 'said', dir: 'auto' }, text),
]

export const aside = (...text: readonly Shown[]): Drawn => el('p', 'quiet-text', ...text)

export const bdi = (text: Shown): Drawn => el('bdi', '', text)
