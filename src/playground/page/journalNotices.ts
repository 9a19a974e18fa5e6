import type { JournalEntry } from '../../simulator/journal/entries.js'
import { onEntries } from './connection.js'
import { deliveries, shownDelivery } from './deliveries/watchedDeliveries.js'
import { tell } from './notices.js'
import { control } from './simulator.js'

type Noticed = JournalEntry & { kind: 'notice' }

/** Shows notices of the simulator's process, such as a mistake in a bot's file. */
export async function watchNotices(): Promise<void> {
  onEntries((entries) => {
    for (const entry of entries) if (entry.kind === 'notice') show(entry)
  })
  const { entries } = await control<{ entries: readonly Noticed[] }>('GET', '/journal?kinds=notice&limit=1000')
  for (const entry of stillBad(entries)) show(entry)
}

/** Problems that no later notice about the same subject has resolved. */
function stillBad(entries: readonly Noticed[]): readonly Noticed[] {
  const newest = new Map(entries.flatMap((entry) => (entry.about === undefined ? [] : [[entry.about, entry]])))
  return [...newest.values()].filter(({ tone }) => tone === 'bad')
}

function show({ tone, text, about }: Noticed): void {
  const seen = deliveries.rows.find(shownDelivery.value ?? 0)
  if (about !== undefined && about === `message ${seen?.messageId}`) return
  tell(tone === 'good' ? 'done' : 'problem', text, undefined, about)
}
