import { type Caller, callAs } from '../../simulator.js'

/** Uploads a file and gives its path. @throws {Refused} */
export async function upload(caller: Caller, file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file, file.name)
  const { url, uri } = await callAs<{ url?: string; uri?: string }>(caller, 'POST', '/user_uploads', form)
  return url ?? uri ?? ''
}
