import { writtenAction, writtenTurn } from './actions.js'
import { writtenLevels, writtenPlace } from './notation.js'
import { type Entry, indentation, type Text, type Transcript, textAsKept } from './transcript.js'

/**
 * Writes a transcript, as `parseTranscript` reads it. A conversation that is written down like this is a test.
 *
 * @example writeTranscript(parseTranscript(content))
 */
export function writeTranscript({ entries }: Transcript): string {
  return entries.map((entry) => `${writtenEntry(entry)}\n`).join('')
}

/** The lines of one entry, without a final line break. */
export function writtenEntry(entry: Entry): string {
  const line = writtenPart(entry)
  return entry.levels === undefined ? line : `${writtenLevels(entry.levels)} ${line}`
}

function writtenPart(entry: Entry): string {
  switch (entry.kind) {
    case 'blank':
      return ''
    case 'comment':
      return `//${entry.text.trimEnd()}`
    case 'setting':
      return `${entry.name}: ${entry.value}`
    case 'place':
      return `# ${writtenPlace(entry.place)}`
  }
  if (!('who' in entry || entry.kind === 'effect')) return writtenTurn(entry)
  return `${writtenAction(entry)}${'text' in entry ? writtenText(entry.text) : ''}`
}

/** After the colon if it is one line, otherwise indented below. */
function writtenText(text: Text): string {
  const lines = textAsKept(text).split('\n')
  if (lines.length === 1 && !/^\s/.test(lines[0] ?? '')) return ` ${lines[0]}`
  return lines.map((line) => (line === '' ? '\n' : `\n${indentation}${line}`)).join('')
}
