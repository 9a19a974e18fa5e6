import { json, type Service } from './ways.js'

/** The beginning of a PNG, which says how large it is. */
export function picture(width: number, height: number, name = 'cake.png'): File {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return new File([bytes], name, { type: 'image/png' })
}

/** Uploads files in one form, and returns the answer with its status. */
export async function uploadAs(
  { send, as }: Pick<Service, 'send' | 'as'>,
  who: string,
  ...files: File[]
): Promise<Record<string, unknown>> {
  const form = new FormData()
  for (const [at, file] of files.entries()) form.append(`file${at}`, file)
  const response = await send('/api/v1/user_uploads', { method: 'POST', headers: as(who), body: form })
  return { status: response.status, ...(await json(response)) }
}
