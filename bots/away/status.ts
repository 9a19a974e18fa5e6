import { md, UserError } from 'earshot'
import { limits } from 'earshot/protocol'

/** What is set of a status. Empty texts clear it. */
export interface Status {
  readonly status_text: string
  readonly emoji_name: string
}

export const noStatus: Status = { status_text: '', emoji_name: '' }

/**
 * A status as people type it: an emoji by name if they like, and a text.
 *
 * @throws {UserError} for a text that the service would not take.
 */
export function readStatus(typed: string): Status {
  const [, emoji_name = '', text = ''] = /^(?::([\w+-]+):)?(.*)$/s.exec(typed) ?? []
  const status_text = text.replace(/\s+/g, ' ').trim()
  const length = [...status_text].length
  if (length <= limits.statusText) return { status_text, emoji_name }
  throw new UserError(`A status has ${limits.statusText} characters at most, and this has ${length}.`)
}

/** A status to be read; empty when there is none. */
export function statusText({ status_text, emoji_name }: Status): string {
  return [emoji_name && `:${emoji_name}:`, md.escape(status_text)].filter((part) => part !== '').join(' ')
}
