import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'
import type { SettingLocation } from '../configuration/sources.js'
import { type ConfigurationProblem, whyUnread } from '../errors.js'

/** Files in PEM format. */
export interface TlsFiles {
  /** The certificate, with the intermediate certificates. */
  readonly cert: string
  /** Its private key. */
  readonly key: string
}

export interface TlsMaterial {
  readonly cert: Buffer
  readonly key: Buffer
}

type TlsPlaces = Readonly<Record<keyof TlsFiles, SettingLocation>>

/** Reads both files and checks that they belong together; otherwise adds the reason to the problems. */
export function readTls(files: TlsFiles, places: TlsPlaces, problems: ConfigurationProblem[]): TlsMaterial | undefined {
  const read = (name: keyof TlsFiles): Buffer | undefined => {
    try {
      return readFileSync(files[name])
    } catch (error) {
      const problem = `names ${files[name]}, which can't be read: ${whyUnread(error)}`
      problems.push({ ...places[name], problem, advice: 'Check its path, and that this user may read it.' })
      return undefined
    }
  }
  const [cert, key] = [read('cert'), read('key')]
  if (cert === undefined || key === undefined) return undefined
  const why = whyUnusable({ cert, key })
  if (why === undefined) return { cert, key }
  const advice = `Check that ${files.cert} and ${files.key} are in PEM format, without a passphrase, and belong together.`
  problems.push({ ...places.cert, problem: `can't be used for TLS with its key: ${why}`, advice })
  return undefined
}

function whyUnusable(material: TlsMaterial): string | undefined {
  try {
    createSecureContext(material)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' ? 'they do not match' : (code ?? 'they are not in PEM format')
  }
}

/**
 * Uses renewed files without a restart: they are checked when a client connects, at most once per interval. If
 * they can't be used, the old ones stay in use.
 */
export function keepRenewed(
  server: Server,
  files: TlsFiles,
  { every, now, onChange, onFailure }: Renewal & { readonly every: number; readonly now: () => number },
): void {
  let seen = stampOf(files)
  let looked = now()
  server.prependListener('connection', () => {
    if (now() - looked < every) return
    looked = now()
    const stamp = stampOf(files)
    if (stamp === undefined || stamp === seen) return
    const problems: ConfigurationProblem[] = []
    const material = readTls(files, { cert: { where: files.cert }, key: { where: files.key } }, problems)
    if (material === undefined) return onFailure(problems[0]?.problem ?? '')
    seen = stamp
    server.setSecureContext(material)
    onChange()
  })
}

interface Renewal {
  readonly onChange: () => void
  readonly onFailure: (problem: string) => void
}

function stampOf({ cert, key }: TlsFiles): string | undefined {
  try {
    return [cert, key].map((path) => `${statSync(path).mtimeMs} ${statSync(path).size}`).join(' ')
  } catch {
    return undefined
  }
}
