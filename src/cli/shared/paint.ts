import { styleText } from 'node:util'

/** Gives a text a style, or leaves it as it is where nobody wants colours. */
export type Paint = (style: Style, text: string) => string

export type Style = keyof typeof styles

/** What the styles look like. */
const styles = {
  /** What matters most. */
  strong: 'bold',
  /** What can be passed over. */
  faint: 'dim',
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  /** Names of things. */
  name: 'cyan',
} as const

/** The paint for a stream: colours on a terminal only, and as `NO_COLOR` and `FORCE_COLOR` say. @see https://no-color.org */
export function paintFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Paint {
  if (!wantsColour(isTerminal, environment)) return (_, text) => text
  return (style, text) => styleText(styles[style], text, { validateStream: false })
}

/** `FORCE_COLOR` goes before `NO_COLOR`, as it does in Node itself. */
function wantsColour(
  isTerminal: boolean,
  { FORCE_COLOR: forced, NO_COLOR: unwanted, TERM: kind }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if (unwanted !== undefined && unwanted !== '') return false
  return isTerminal && kind !== 'dumb'
}
