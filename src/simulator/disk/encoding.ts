/** Data as text, and the files in it that have to be read first. */
export interface Encoded {
  readonly json: string
  readonly files: readonly Blob[]
}

/**
 * Writes data as JSON. What JSON has no words for is written as an object with one field: what is missing in a list, a
 * map, a set, bytes, and files by their number.
 */
export function encode(value: unknown): Encoded {
  const files: Blob[] = []
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
    // A buffer has made itself into something else by now.
    const item = this[key] instanceof Uint8Array ? this[key] : given
    if (item instanceof Map) return { [tags.map]: [...item] }
    if (item instanceof Set) return { [tags.set]: [...item] }
    if (item instanceof Uint8Array) return { [tags.bytes]: Buffer.from(item).toString('base64') }
    if (item instanceof Blob) return { [tags.file]: files.push(item) - 1 }
    if (Array.isArray(this) && (item === undefined || typeof item === 'function')) return { [tags.missing]: true }
    return key === '__proto__' ? undefined : item
  })
  return { json, files }
}

/** Reads what was encoded; undoes that, with the files that belong to it. */
export function decode(json: string, files: readonly Blob[]): unknown {
  return JSON.parse(json, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    const [[tag, inside] = [], ...more] = Object.entries(item)
    if (tag === undefined || more.length > 0) return item
    if (tag === tags.map) return new Map(inside as [unknown, unknown][])
    if (tag === tags.set) return new Set(inside as unknown[])
    if (tag === tags.bytes) return new Uint8Array(Buffer.from(String(inside), 'base64'))
    if (tag === tags.file) return files[Number(inside)]
    return tag === tags.missing ? undefined : item
  })
}

const tags = {
  map: 'earshot:map',
  set: 'earshot:set',
  bytes: 'earshot:bytes',
  file: 'earshot:file',
  missing: 'earshot:missing',
} as const

/** A file with what is in it, for keeping. */
export interface KeptFile {
  readonly name: string | undefined
  readonly type: string
  /** Milliseconds since 1970; of no use without a name. */
  readonly lastModified: number | undefined
  readonly bytes: Uint8Array
}

export async function keptFile(file: Blob): Promise<KeptFile> {
  const [name, lastModified] = file instanceof File ? [file.name, file.lastModified] : []
  return { name, type: file.type, lastModified, bytes: new Uint8Array(await file.arrayBuffer()) }
}

export function fileFrom({ name, type, lastModified = 0, bytes }: KeptFile): Blob {
  const parts = [Uint8Array.from(bytes)]
  return name === undefined ? new Blob(parts, { type }) : new File(parts, name, { type, lastModified })
}
