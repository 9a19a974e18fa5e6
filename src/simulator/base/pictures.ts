import { imageMeta } from 'image-meta'
import { joinBytes } from '../../values.js'

/** Pixels, and whether an image has several frames. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  readonly animated: boolean
}

/** What the bytes of a PNG, GIF, JPEG or WebP say; undefined for anything else. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  try {
    const { type = '', width = 0, height = 0 } = imageMeta(bytes)
    if (!['png', 'gif', 'jpg', 'webp'].includes(type) || width === 0 || height === 0) return undefined
    return { width, height, animated: isGif(bytes) ? gifFrames(bytes) > 1 : isAnimatedWebp(bytes) }
  } catch {
    // It is no image, or ends too early.
    return undefined
  }
}

/** Of the extended kind, with a flag in its header. */
function isAnimatedWebp(bytes: Uint8Array): boolean {
  return text(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

function isGif(bytes: Uint8Array): boolean {
  return /^GIF8[79]a$/.test(text(bytes, 0, 6))
}

/** How many images follow each other. */
function gifFrames(bytes: Uint8Array): number {
  let frames = 0
  for (const { kind } of gifBlocks(bytes)) if (kind === image) frames += 1
  return frames
}

/** An animated GIF that stands still; undefined if it isn't a GIF. */
export function firstFrame(bytes: Uint8Array): Uint8Array | undefined {
  if (!isGif(bytes)) return undefined
  const parts = [bytes.subarray(0, gifStart(bytes))]
  for (const { kind, from, to } of gifBlocks(bytes)) {
    // The frame's own settings are kept; how often the animation repeats is not.
    if (kind === image || bytes[from + 1] === graphicControl) parts.push(bytes.subarray(from, to))
    if (kind === image) return joinBytes([...parts, Uint8Array.of(trailer)])
  }
  return undefined
}

/** The extensions and images of a GIF, in order. */
function* gifBlocks(
  bytes: Uint8Array,
): Generator<{ readonly kind: number; readonly from: number; readonly to: number }> {
  for (let from = gifStart(bytes); from < bytes.length; ) {
    const kind = bytes[from] ?? trailer
    if (kind !== extension && kind !== image) return
    const to = afterBlocks(bytes, kind === image ? from + 11 + tableSize(bytes[from + 9] ?? 0) : from + 2)
    yield { kind, from, to }
    from = to
  }
}

const gifStart = (bytes: Uint8Array): number => header + tableSize(bytes[header - 3] ?? 0)

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
