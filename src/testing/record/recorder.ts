import { closeSync, openSync, writeSync } from 'node:fs'
import { mask, secretHider, secretName } from '../../receiver/log.js'
import { encodedForms } from '../../text/encodedForms.js'
import type { RecordingEntry } from './recording.js'

/** Appends entries to a file. */
export interface Recorder {
  write(entry: RecordingEntry): void
  /** Masks a secret in all later entries, however it is encoded there. */
  hide(secret: string): void
  close(): void
}

/**
 * Creates the file of a recording, which only its owner may read. When `write` returns, the operating system has the entry, so
 * none is lost however this process ends.
 *
 * @param onFailure Called once if the file can't be written any more, e.g. on a full disk.
 * @throws an error with the code `EEXIST` if the file exists
 */
export function openRecorder(file: string, onFailure: (error: unknown) => void): Recorder {
  const descriptor = openSync(file, 'wx', 0o600)
  const secrets = new Set<string>()
  let hide = secretHider(secrets)
  let isOpen = true
  return {
    write(entry) {
      // Requests in flight at the end may finish later.
      if (!isOpen) return
      try {
        writeSync(descriptor, `${hide(JSON.stringify(entry, maskSecretField))}\n`)
      } catch (error) {
        this.close()
        onFailure(error)
      }
    },
    hide(secret) {
      if (secrets.has(secret)) return
      for (const form of encodedForms(secret)) secrets.add(form)
      hide = secretHider(secrets)
    },
    close() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}

/** Masks the values of fields with the name of a secret. */
export function maskSecretField(name: string, value: unknown): unknown {
  return secretName.test(name) && typeof value === 'string' ? mask : value
}
