import { md } from 'earshot'
import type { Attachment } from 'earshot/protocol'

/** Files as a table, the oldest first. */
export function fileList(files: readonly Attachment[]): string {
  return md.table(
    ['ID', 'file', 'size', 'uploaded', 'used'],
    files.map((file) => [file.id, { markdown: md.code(file.name) }, sizeText(file.size), uploaded(file), usesOf(file)]),
  )
}

/** Whether no message is known to link to it. What a server does not tell is no reason to delete anything. */
export function isUnused({ message_ids }: Attachment): boolean {
  return message_ids?.length === 0
}

/** How many messages link to it. */
export function usesOf({ message_ids }: Attachment): string {
  if (message_ids === undefined) return 'this server does not say which messages link to it'
  if (message_ids.length === 0) return 'no message links to it'
  return message_ids.length === 1 ? 'a message links to it' : `${message_ids.length} messages link to it`
}

export function sizeText(bytes: number): string {
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)))
  const amount = bytes / 1024 ** power
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`
}

const units = ['bytes', 'KB', 'MB', 'GB']

/** Servers have counted in milliseconds before they counted in seconds. */
function uploaded({ create_time }: Attachment) {
  const milliseconds = create_time > latestSecond ? create_time : create_time * 1000
  return { markdown: md.time(milliseconds) }
}

/** In the year 5138; as milliseconds, in 1973. */
const latestSecond = 100_000_000_000
