import { joinBytes } from '../../values.js'
/** A GIF's first picture alone, as a GIF that does not move; undefined for what is no GIF. */
export function firstFrame(bytes: Uint8Array): Uint8Array | undefined {
  const signature = new TextDecoder('latin1').decode(bytes.subarray(0, 6))
  if (signature !== 'GIF87a' && signature !== 'GIF89a') return undefined
  let at = header + tableSize(bytes[header - 3] ?? 0)
  const parts = [bytes.subarray(0, at)]
  while (bytes[at] === extension) {
    const end = afterBlocks(bytes, at + 2)
    // How the picture is to be shown is kept; how often all of them are to be repeated is not.
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

/** Bytes of the table of colours that follows, by the flags before it. */
function tableSize(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Where blocks, each of which begins with its length, end with an empty one. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
  return at + 1
}
