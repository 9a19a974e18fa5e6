import { ValidationError } from '@chat-adapter/shared'

/** A thread of the Chat SDK: a topic of a channel, or a direct conversation. */
export type ZulipThreadId =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** `userIds`: everyone in it but the bot, in ascending order. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** `zulip:<channel ID>:<topic in base64url>`, or `zulip:dm:<user IDs with hyphens between them>`. */
export function encodeThreadId(thread: ZulipThreadId): string {
  if (thread.kind === 'direct') return `zulip:dm:${[...thread.userIds].sort((one, other) => one - other).join('-')}`
  return `zulip:${thread.channelId}:${toBase64Url(thread.topic)}`
}

/** @throws {ValidationError} for the ID of another adapter, or of a channel. */
export function decodeThreadId(threadId: string): ZulipThreadId {
  const [, people, channel, topic] = /^zulip:(?:dm:(\d+(?:-\d+)*)|(\d+):([\w-]*))$/.exec(String(threadId)) ?? []
  if (people !== undefined) return { kind: 'direct', userIds: people.split('-').map(Number) }
  if (channel === undefined || topic === undefined) throw noThread(threadId)
  return { kind: 'topic', channelId: Number(channel), topic: fromBase64Url(topic, threadId) }
}

/** The channel of a thread: `zulip:<channel ID>`. A direct conversation is its own channel. */
export function channelOfThread(threadId: string): string {
  const thread = decodeThreadId(threadId)
  return thread.kind === 'direct' ? encodeThreadId(thread) : `zulip:${thread.channelId}`
}

/** The ID of a channel; undefined for a thread. */
export function channelOf(channelId: string): number | undefined {
  const found = /^zulip:(\d+)$/.exec(String(channelId))?.[1]
  return found === undefined ? undefined : Number(found)
}

function noThread(threadId: unknown): ValidationError {
  const forms = 'zulip:<channel ID>:<topic in base64url>, zulip:dm:<user IDs> or, for a channel, zulip:<channel ID>'
  return new ValidationError('zulip', `${JSON.stringify(threadId)} is not a thread of Zulip. Its IDs are ${forms}.`)
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(encoded: string, threadId: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw noThread(threadId)
  }
}
