import { crc32 } from 'node:zlib'
import type { Command } from '../memory/commands.js'
import { decode, encode, fileFrom, type KeptFile, keptFile } from './encoding.js'

/** What is written at once, on a line of its own, so that of a line that was being written nothing is believed. */
export interface Batch {
  readonly commands: readonly Command[]
  /** Number of the journal's newest entry. */
  readonly journal: number
}

/** A command as text, made when it happens, so that nothing that follows changes it. */
export interface WrittenCommand {
  readonly json: string
  readonly files: readonly Blob[]
}

export function written(command: Command): WrittenCommand {
  return encode(command)
}

/** The line of a batch: the fingerprint of its JSON, and that. */
export async function lineOf(commands: readonly WrittenCommand[], journal: number): Promise<string> {
  const entries: string[] = []
  for (const { json, files } of commands) {
    const kept = await Promise.all(files.map(keptFile))
    entries.push(kept.length === 0 ? json : `{"command":${json},"files":${encode(kept).json}}`)
  }
  const json = `{"journal":${journal},"commands":[${entries.join(',')}]}`
  return `${fingerprint(json)} ${json}\n`
}

/** Reads a line, without its end. Undefined when it is not as it was written. */
export function batchIn(line: string): Batch | undefined {
  const json = line.slice(fingerprintLength + 1)
  if (line.slice(0, fingerprintLength + 1) !== `${fingerprint(json)} `) return undefined
  const { journal, commands } = JSON.parse(json) as { journal: number; commands: readonly object[] }
  return { journal, commands: commands.map(commandIn) }
}

function commandIn(entry: object): Command {
  if (!('files' in entry && 'command' in entry)) return decode(JSON.stringify(entry), []) as Command
  const kept = decode(JSON.stringify(entry.files), []) as readonly KeptFile[]
  return decode(JSON.stringify(entry.command), kept.map(fileFrom)) as Command
}

export function fingerprint(data: string | Uint8Array): string {
  return crc32(data).toString(16).padStart(fingerprintLength, '0')
}

const fingerprintLength = 8
