import { relative } from 'node:path'
import type { Notice } from '../../simulator/index.js'
import type { DevEvent } from './events.js'

/** What whoever looks on in the playground is told of the bots' file; undefined for what shows there by itself. */
export function noticeOf(event: DevEvent): Notice | undefined {
  switch (event.event) {
    case 'loaded': {
      const names = event.bots.map(({ name }) => name).join(', ')
      return about('good', event.again ? `Reloaded: ${names}` : `${names} is here`)
    }
    case 'failed': {
      const place = [event.file && relative(process.cwd(), event.file), event.line, event.column]
      const at = place.filter((part) => part !== undefined).join(':')
      const next = event.goesOn ? 'The bot before goes on.' : 'There is no bot until that is mended.'
      return about('bad', `${at === '' ? '' : `${at}: `}${event.problem}\n${next}`)
    }
    case 'ended':
      return about('bad', `The bot's process ${event.how}. Save a change to start it again.`)
    case 'log':
      return event.level === 'error' ? { tone: 'bad', text: `${event.message}${causeIn(event.fields)}` } : undefined
    default:
      return undefined
  }
}

function about(tone: Notice['tone'], text: string): Notice {
  return { tone, text, about: 'the bot file' }
}

function causeIn(fields: object): string {
  const { error } = fields as { readonly error?: { readonly message?: unknown } }
  return typeof error?.message === 'string' ? `: ${error.message}` : ''
}
