import type { JournalEntry } from '../../simulator/journal/entries.js'
import { onEntries } from './connection.js'
import { tell } from './notices.js'
import { control } from './simulator.js'

type Noticed = JournalEntry & { kind: 'notice' }

/** Shows the reader what whoever runs the simulator has to say, such as that a bot's file has a mistake. */
export async function watchNotices(): Promise<void> {
  onEntries((entries) => {
    for (const entry of entries) if (entry.kind === 'notice') show(entry)
  })
  const { entries } = await control<{ entries: readonly Noticed[] }>('GET', '/journal?kinds=notice&limit=1000')
  for (const entry of stillBad(entries)) show(entry)
}

/** The bad news that no later notice about the same has put an end to. */
export function stillBad(entries: readonly Noticed[]): readonly Noticed[] {
  const newest = new Map(entries.flatMap((entry) => (entry.about === undefined ? [] : [[entry.about, entry]])))
  return [...newest.values()].filter(({ tone }) => tone === 'bad')
}

function show({ tone, text, about }: Noticed): void {
  tell(tone === 'good' ? 'done' : 'problem', text, undefined, about)
}
