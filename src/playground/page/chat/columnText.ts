import { type Place, placeText, readPlace } from './place.js'

/** A conversation, as one person sees it. */
export interface Column {
  readonly userId: number
  readonly place: Place
}

export const mostColumns = 2

/** A column in the page's address: `7:channel/3/lunch`. */
export function columnText({ userId, place }: Column): string {
  return `${userId}:${placeText(place)}`
}

export function readColumn(text: string): Column | undefined {
  const [, userId, where] = /^(\d+):(.*)$/s.exec(text) ?? []
  const place = where === undefined ? undefined : readPlace(where)
  return place === undefined ? undefined : { userId: Number(userId), place }
}

/** The columns in the address, in order. */
export function readColumns(choices: Readonly<Record<string, string>>): readonly Column[] {
  return [choices.c1, choices.c2].flatMap((text) => readColumn(text ?? '') ?? [])
}

/** The part of the address that names the columns. */
export function choicesOf(columns: readonly Column[]): Record<string, string> {
  const [c1 = '', c2 = ''] = columns.map(columnText)
  return { c1, c2 }
}
