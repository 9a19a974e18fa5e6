import { writtenLevels, writtenPlace } from './notation.js'
import type { Entry, Text, Transcript } from './transcript.js'
import { writtenDeed } from './writtenDeed.js'
import { writtenTurn } from './writtenTurn.js'

/**
 * Writes a transcript, as `parseTranscript` reads it. What somebody did can be written down like this, and is a test
 * from then on.
 */
export function writeTranscript({ entries }: Transcript): string {
  return entries.map((entry) => `${writtenEntry(entry)}\n`).join('')
}

/** The lines of one entry, without the last line's end. */
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
    case 'later':
    case 'until':
    case 'restart':
    case 'level':
    case 'fault':
    case 'no faults':
      return writtenTurn(entry)
    case 'message':
    case 'edit':
    case 'upload':
      return `${writtenDeed(entry)}${writtenText(entry.text)}`
    default:
      return writtenDeed(entry)
  }
}

/** Behind the colon where it fits on the line, and else indented below it. */
function writtenText(text: Text): string {
  const lines = textAsKept(text).split('\n')
  if (lines.length === 1 && !/^\s/.test(lines[0] ?? '')) return ` ${lines[0]}`
  return lines.map((line) => (line === '' ? '\n' : `\n${indentation}${line}`)).join('')
}

/** Text as the server keeps it: without empty lines before and white space behind it. */
export function textAsKept(text: string): string {
  return text.replace(/\r\n?/g, '\n').trimEnd().replace(/^\n+/, '')
}

/** What text is indented by. */
export const indentation = '  '
