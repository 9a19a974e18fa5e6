import { joinBytes, percentDecoded } from '../../values.js'
import type { OutgoingAnswer } from '../http/exchange.js'
import type { Picture } from '../realm/organisation/emoji.js'
import { pictureAt } from '../realm/organisation/emoji.js'
import { readableUpload, temporaryUpload } from '../realm/organisation/uploads.js'
import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/world/state.js'
import { headerText } from './answers.js'

/** An uploaded file, as a download so that browsers don't run it; undefined if the viewer has no access. */
export async function servedUpload(
  realm: Realm,
  path: string,
  viewer: () => Account,
): Promise<OutgoingAnswer | undefined> {
  const encoded = path.slice('/user_uploads/'.length)
  const below = percentDecoded(encoded) ?? encoded
  const upload = temporaryUpload(realm.world, below) ?? readableUpload(realm.world, viewer(), below)
  if (upload === undefined) return undefined
  const body = new Uint8Array(await upload.file.arrayBuffer())
  return {
    status: 200,
    headers: {
      'Content-Type': headerText(upload.file.type) || 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(upload.name.replace(/\p{Cs}/gu, '?'))}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body,
  }
}

/** A public picture, sandboxed so that browsers don't run it. */
export async function servedPicture(realm: Realm, path: string): Promise<OutgoingAnswer | undefined> {
  const picture = pictureAt(realm.world, path)
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

/** An initial on a coloured square, animated for animated emoji. */
function drawn({ name, id, moves }: Kind<'drawn'>) {
  const letter = [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '?'
  const rocking =
    '<animateTransform attributeName="transform" type="rotate" values="-9 20 20;9 20 20;-9 20 20" dur="0.9s" repeatCount="indefinite"/>'
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><g>${moves ? rocking : ''}<rect x="3" y="3" width="34" height="34" rx="9" fill="${colours[id % colours.length]}"/><text x="20" y="27" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></g></svg>`
  return { type: 'image/svg+xml', body }
}

const colours = ['#3548b5', '#146c3a', '#a81c2b', '#7a4f00', '#7b2f8f', '#0d6273'] as const

function firstFrame(bytes: Uint8Array): Uint8Array | undefined {
  const signature = new TextDecoder('latin1').decode(bytes.subarray(0, 6))
  if (signature !== 'GIF87a' && signature !== 'GIF89a') return undefined
  let at = header + tableSize(bytes[header - 3] ?? 0)
  const parts = [bytes.subarray(0, at)]
  while (bytes[at] === extension) {
    const end = afterBlocks(bytes, at + 2)
    // The frame's own settings are kept; how often the animation repeats is not.
    if (bytes[at + 1] === graphicControl) parts.push(bytes.subarray(at, end))
    at = end
  }
  if (bytes[at] !== image) return undefined
  const data = at + 10 + tableSize(bytes[at + 9] ?? 0)
  parts.push(bytes.subarray(at, afterBlocks(bytes, data + 1)), Uint8Array.of(trailer))
  return joinBytes(parts)
}

const header = 13
const extension = 0x21
const graphicControl = 0xf9
const image = 0x2c
const trailer = 0x3b

function tableSize(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** The offset after a list of sub-blocks, each with its length in front. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
  return at + 1
}
