import { joinBytes, parseJson } from '../../values.js'
import type { Body, RecordedFile } from './recording.js'

/** The recorded part of a response's body. `parts` is empty if it was too long. */
export function recordedBody(parts: readonly Uint8Array[], bytes: number, type: string): Body {
  const json = parts.length === 0 ? undefined : parseJson(new TextDecoder().decode(joinBytes(parts)))
  return json === undefined ? { bytes, type } : { json }
}

/** The recorded part of a call's body: the fields of a form, and the uploaded file. */
export async function callBody(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<{ readonly fields: Readonly<Record<string, string>>; readonly file?: RecordedFile }> {
  if (bytes.length === 0) return { fields: {} }
  if (!type.startsWith('multipart/form-data')) {
    const isForm = type.startsWith('application/x-www-form-urlencoded') && bytes.length <= longestForm
    return { fields: isForm ? Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes))) : {} }
  }
  // If it can't be parsed, the server will refuse it.
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  const entries = [...(form ?? [])]
  const [file] = entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))
  const fields = Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  return { fields, ...(file && { file: await fileOf(file) }) }
}

/** Bytes. */
const longestForm = 1024 * 1024
const longestText = 64 * 1024

async function fileOf(file: File): Promise<RecordedFile> {
  const { name, type, size: bytes } = file
  const facts = { name, type, bytes }
  if (bytes > longestText) return facts
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? facts : { ...facts, text }
  } catch {
    return facts
  }
}
