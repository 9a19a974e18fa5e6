/** The part of a message that its address needs. */
export interface Linked {
  readonly id: number
  readonly channelId?: number | undefined
  readonly channelName?: string | undefined
  readonly topic?: string | undefined
  /** Everybody in a direct conversation. */
  readonly userIds?: readonly number[] | undefined
}

/** A message's address, as the service writes it in links and quotations. */
export function messageAddress(base: string, { id, channelId, channelName = '', topic = '', userIds }: Linked): string {
  if (channelId === undefined)
    return `${base}/#narrow/dm/${[...(userIds ?? [])].sort(byNumber).join(',')}-pm/near/${id}`
  const channel = `${channelId}-${encodePart(channelName.replaceAll(' ', '-'))}`
  return `${base}/#narrow/channel/${channel}/topic/${encodePart(topic)}/near/${id}`
}

/** Percent-encoded, with dots for the percent signs, which mail programs would encode once more. */
function encodePart(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}'))
    .replaceAll(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

const byNumber = (one: number, other: number) => one - other
