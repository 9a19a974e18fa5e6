import type { AttachedFile, Context, HistoryMessage } from '../bot/index.js'
import { errorFields } from '../bot/index.js'
import { errorMessage } from '../values.js'
import type { ModelFile } from './model.js'

/**
 * Downloads the newest images and text files of people. One that can't be read becomes a text that says why. Returns them by the
 * message that links to them.
 */
export async function readFiles(ctx: Context, messages: readonly HistoryMessage[]) {
  const all = messages.flatMap((message) =>
    message.attachments
      .filter(({ type }) => message.role === 'user' && isReadable(type))
      .map((attachment) => ({ message, attachment })),
  )
  const files = await Promise.all(
    all.slice(-mostFiles).map(async ({ message, attachment }) => [message, await readFile(ctx, attachment)] as const),
  )
  const found = new Map<HistoryMessage, ModelFile[]>()
  for (const [message, file] of files) found.set(message, [...(found.get(message) ?? []), file])
  return found
}

const mostFiles = 5
/** Bytes; what models take as an image. */
const limit = 5_000_000

async function readFile({ log, signal }: Context, attachment: AttachedFile): Promise<ModelFile> {
  const { name, type: guessed = '' } = attachment
  try {
    const file = await attachment.download({ limit })
    return { name, type: isReadable(file.type) ? file.type : guessed, bytes: await file.bytes() }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    log.warn({ ...errorFields(error), file: name }, 'A file could not be read for the model')
    const bytes = new TextEncoder().encode(`This file could not be read: ${errorMessage(error)}`)
    return { name, type: 'text/plain', bytes }
  }
}

function isReadable(type: string | undefined): boolean {
  return type !== undefined && /^(?:image\/(?:png|jpeg|gif|webp)|text\/.+|application\/(?:json|xml|yaml))$/.test(type)
}
