import { isObject, parseJson } from '../../values.js'
import type { Delivery } from './delivery.js'
import { mask } from './record.js'

/**
 * A body that somebody wrote in place of a delivery's own. A masked token in it stands for the token itself, since
 * nobody is shown that one.
 */
export function bodyIn({ notification }: Delivery, written: string): string {
  return written.replace(maskedToken, (_, before: string) => `${before}"${notification.token}"`)
}

const maskedToken = new RegExp(`("token"\\s*:\\s*)"${mask.replaceAll('*', '\\*')}"`)

/** The notification in a body with another message ID, so that it is not taken for a repetition; undefined for no JSON. */
export function withMessageId(body: string, newId: () => number): unknown {
  const notification = parseJson(body)
  if (!isObject(notification) || !isObject(notification.message)) return undefined
  return { ...notification, message: { ...notification.message, id: newId() } }
}
