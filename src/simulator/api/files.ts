import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/state.js'
import { headerText } from './answers.js'
import type { OutgoingAnswer } from './exchange.js'

/** An uploaded file, to be saved and never shown: whatever is in it runs nowhere. Undefined when it may not be had. */
export async function servedFile(
  realm: Realm,
  path: string,
  viewer: () => Account,
): Promise<OutgoingAnswer | undefined> {
  const below = decoded(path.slice('/user_uploads/'.length))
  const upload = realm.temporaryFile(below) ?? realm.file(viewer(), below)
  if (upload === undefined) return undefined
  return {
    status: 200,
    headers: {
      'Content-Type': headerText(upload.file.type) || 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(upload.name.replace(/\p{Cs}/gu, '?'))}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body: new Uint8Array(await upload.file.arrayBuffer()),
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
