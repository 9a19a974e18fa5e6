import aliases from './languages.json' with { type: 'json' }

const byAlias: ReadonlyMap<string, string> = new Map(
  Object.entries(aliases).flatMap(([name, words]) => words.map((word) => [word, name] as const)),
)

/** The name that the server shows for a language of code; a language that it doesn't know keeps its name. */
export const codeLanguage = (word: string): string => byAlias.get(word) ?? word
