import { joinBytes } from '../../values.js'

/** Pixels, and whether an image has several frames. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  readonly animated: boolean
}

/** What the bytes of a PNG, GIF, JPEG or WebP say; undefined for anything else. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const [width = 0, height = 0, animated = false] =
      readers.reduce<Found>((found, read) => found ?? read(view, bytes), undefined) ?? []
    return width > 0 && height > 0 ? { width, height, animated } : undefined
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Found = readonly [width: number, height: number, animated?: boolean] | undefined

const readers: readonly ((view: DataView, bytes: Uint8Array) => Found)[] = [
  (view, bytes) => (text(bytes, 0, 4) === '\x89PNG' ? [view.getUint32(16), view.getUint32(20)] : undefined),
  (view, bytes) =>
    isGif(bytes) ? [view.getUint16(6, true), view.getUint16(8, true), gifFrames(bytes) > 1] : undefined,
  (view) => (view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined),
  (view, bytes) => (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP' ? webpSize(view, bytes) : undefined),
]

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

/** In the first segment that begins a frame. */
function jpegSize(view: DataView): Found {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker < 0xff01) return undefined
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)]
    }
  }
}

/** Lossy, lossless or extended. */
function webpSize(view: DataView, bytes: Uint8Array): Found {
  const kind = text(bytes, 12, 4)
  if (kind === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
  }
  if (kind !== 'VP8X') return undefined
  const [width, height] = [24, 27].map((at) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1)
  return [width ?? 0, height ?? 0, (view.getUint8(20) & 0x02) !== 0]
}

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
