import summaries from './summaries.json' with { type: 'json' }

const byName: Readonly<Record<string, string>> = summaries

/** What an endpoint does, in one sentence. Kept apart from the declarations, so that it isn't bundled into bots. */
export const summaryOf = ({ name }: { readonly name: string }): string => byName[name] ?? ''
