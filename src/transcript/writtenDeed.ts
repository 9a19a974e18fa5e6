import { quoted, writtenName, writtenPlace } from './notation.js'
import type { Deed, MoveScope } from './transcript.js'
import { writtenParameters } from './values.js'

/** A deed as it is written: its line, without its text. */
export function writtenDeed(deed: Deed): string {
  if (deed.kind === 'effect') {
    const as = deed.as === undefined ? '' : `as ${writtenName(deed.as)}: `
    return `* ${as}${deed.endpoint}${writtenParameters(deed.parameters)}${deed.open === true ? ' …' : ''}`
  }
  const who = writtenName(deed.who)
  const which = 'which' in deed && deed.which !== undefined ? quoted(deed.which) : undefined
  switch (deed.kind) {
    case 'message':
      return `${who}:`
    case 'edit':
      return which === undefined ? `${who} edits:` : `${who} edits ${which}:`
    case 'delete':
      return which === undefined ? `${who} deletes` : `${who} deletes ${which}`
    case 'react':
      return `${who} reacts with :${deed.emoji}:${which === undefined ? '' : ` to ${which}`}`
    case 'unreact':
      return `${who} takes back :${deed.emoji}:${which === undefined ? '' : ` from ${which}`}`
    case 'move': {
      const what = [which, scopes[deed.scope]].filter(Boolean).join(' ')
      return `${who} moves ${what === '' ? '' : `${what} `}to # ${writtenPlace(deed.to)}`
    }
    case 'upload':
      return `${who} uploads ${/^[^\s":]+$/.test(deed.name) ? deed.name : quoted(deed.name)}:`
    case 'call':
      return `${who} calls ${deed.endpoint}${writtenParameters(deed.parameters)}`
  }
}

const scopes: Readonly<Record<MoveScope, string>> = { one: '', later: 'and all after it', topic: 'and the whole topic' }
