import type { Realm } from '../realm/realm.js'
import type { Picture } from '../realm/users/pictures.js'
import { headerText } from './answers.js'
import type { OutgoingAnswer } from './exchange.js'
import { firstFrame } from './firstFrame.js'

/** A picture for everybody, as browsers show it; whatever else is in it runs nowhere. Undefined when there is none. */
export async function servedPicture(realm: Realm, path: string): Promise<OutgoingAnswer | undefined> {
  const picture = realm.picture(path)
  if (picture === undefined) return undefined
  const { type, body } = picture.kind === 'drawn' ? drawn(picture) : await uploaded(picture)
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body,
  }
}

type Kind<Name extends Picture['kind']> = Extract<Picture, { kind: Name }>

async function uploaded({ file, isStill }: Kind<'uploaded'>) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = /^image\/[\w.+-]+$/.test(file.type) ? headerText(file.type) : 'application/octet-stream'
  return { type, body: isStill ? (firstFrame(bytes) ?? bytes) : bytes }
}

/** The first letter of a name on a ground of its own, rocking where it moves. */
function drawn({ name, id, moves }: Kind<'drawn'>) {
  const letter = [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '?'
  const rocking =
    '<animateTransform attributeName="transform" type="rotate" values="-9 20 20;9 20 20;-9 20 20" dur="0.9s" repeatCount="indefinite"/>'
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><g>${moves ? rocking : ''}<rect x="3" y="3" width="34" height="34" rx="9" fill="${grounds[id % grounds.length]}"/><text x="20" y="27" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></g></svg>`
  return { type: 'image/svg+xml', body }
}

const grounds = ['#3548b5', '#146c3a', '#a81c2b', '#7a4f00', '#7b2f8f', '#0d6273'] as const
