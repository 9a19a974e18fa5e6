import type { Storage } from 'earshot'
import type { StorageEntry } from 'earshot/storage'

export interface Person {
  readonly id: number
  readonly name: string
}

export interface Report {
  readonly who: Person
  readonly done: string
  readonly next: string
  readonly obstacles: string
}

/** Who takes part, and what they have reported, as it stands in the bot's storage. */
export function openBoard(storage: Storage) {
  const people = async (): Promise<Person[]> => (await all(storage, 'standup/people/')).map(read<Person>)
  const reports = async (day: string): Promise<Report[]> =>
    (await all(storage, `standup/reports/${day}/`)).map(read<Report>)

  return {
    people,
    join: ({ id, name }: Person) => storage.set(`standup/people/${id}`, JSON.stringify({ id, name })),
    /** Whether they took part. */
    leave: (id: number) => storage.delete(`standup/people/${id}`),

    report: (day: string, report: Report) =>
      storage.set(`standup/reports/${day}/${report.who.id}`, JSON.stringify(report), { expiresIn: aWeek }),
    markPosted: (day: string) => storage.set(`standup/posted/${day}`, 'yes', { expiresIn: aWeek }),
    isPosted: async (day: string) => (await storage.get(`standup/posted/${day}`)) !== undefined,

    /** The reports of a day, and those who take part and have not reported. */
    async standing(day: string) {
      const come = await reports(day)
      const waited = (await people()).filter(({ id }) => !come.some(({ who }) => who.id === id))
      return { reports: come, waited }
    },
  }
}

/** Milliseconds. */
const aWeek = 7 * 24 * 60 * 60 * 1000

/** Whatever stands there, this bot has written. */
const read = <Value>({ value }: StorageEntry): Value => JSON.parse(value)

/** All entries under a prefix, page by page. */
async function all(storage: Storage, prefix: string): Promise<StorageEntry[]> {
  const entries: StorageEntry[] = []
  for (;;) {
    const after = entries.at(-1)?.key
    const page = await storage.list(prefix, after === undefined ? {} : { after })
    if (page.length === 0) return entries
    entries.push(...page)
  }
}
