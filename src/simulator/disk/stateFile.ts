import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { copyOf } from '../memory/copy.js'
import { DataError } from './dataError.js'
import { codeOf } from './lock.js'

/** Writes data to a file, whole or not at all, even if the machine stops. */
export async function writeState(path: string, data: unknown): Promise<void> {
  const bytes = await packed(data)
  const unfinished = `${path}.unfinished`
  // What is left of a process that was killed, or a link that somebody put there.
  await rm(unfinished, { force: true })
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(Buffer.concat([Buffer.from(`${title}${fingerprint(bytes)}\n`), bytes]))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  await syncDirectory(dirname(path))
}

/** Reads the data again; undefined if there is no file. @throws {DataError} if the file can't be read */
export async function readState(path: string): Promise<unknown> {
  const whole = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (whole === undefined) return undefined
  const end = whole.indexOf(0x0a)
  const bytes = whole.subarray(end + 1)
  const head = whole.subarray(0, end).toString('latin1')
  if (/^Earshot state \d+ /.test(head) && !head.startsWith(title)) throw ofAnotherVersion(path)
  if (head !== `${title}${fingerprint(bytes)}`) throw corrupt(path)
  try {
    return unpacked(bytes)
  } catch (cause) {
    throw corrupt(path, cause)
  }
}

/** A new file survives a power cut only after its directory was synced, which not every system supports. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined)
  try {
    await directory?.sync()
  } catch {
    // Not supported.
  } finally {
    await directory?.close()
  }
}

/** With the format's number, which changes when older files can't be read any more. */
const title = 'Earshot state 3 '

const fingerprint = (bytes: Uint8Array) => crc32(bytes).toString(16).padStart(8, '0')

interface Packed {
  readonly data: unknown
  readonly files: readonly KeptFile[]
}

/** Functions are left out: connect a bot in this process again. */
async function packed(data: unknown): Promise<Uint8Array> {
  const files: Blob[] = []
  const copy = copyOf(data, (value) => {
    if (typeof value === 'function') return null
    return value instanceof Blob ? { [fileField]: files.push(value) - 1 } : undefined
  })
  return serialize({ data: copy, files: await Promise.all(files.map(keptFile)) } satisfies Packed)
}

function unpacked(bytes: Uint8Array): unknown {
  const { data, files } = deserialize(bytes) as Packed
  const found = files.map(fileFrom)
  return copyOf(data, (value) => (fileField in value ? found[Number(value[fileField])] : undefined))
}

const fileField = 'earshot:file'

export function corrupt(path: string, cause?: unknown): DataError {
  return new DataError(
    'data_corrupt',
    path,
    `${path} is corrupt. Restore it from a backup, or choose another directory.`,
    cause,
  )
}

function ofAnotherVersion(path: string): DataError {
  const says = `${path} was written by another version of Earshot, in a format that this one can't read. Use that version, delete the file to start over, or choose another directory.`
  return new DataError('data_of_another_version', path, says)
}

/** A file and its content. */
interface KeptFile {
  readonly name: string | undefined
  readonly type: string
  /** UNIX milliseconds; unused without a name. */
  readonly lastModified: number | undefined
  readonly bytes: Uint8Array
}

async function keptFile(file: Blob): Promise<KeptFile> {
  const [name, lastModified] = file instanceof File ? [file.name, file.lastModified] : []
  return { name, type: file.type, lastModified, bytes: new Uint8Array(await file.arrayBuffer()) }
}

function fileFrom({ name, type, lastModified = 0, bytes }: KeptFile): Blob {
  const parts = [Uint8Array.from(bytes)]
  return name === undefined ? new Blob(parts, { type }) : new File(parts, name, { type, lastModified })
}
