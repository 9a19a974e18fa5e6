import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigurationError, whyUnread } from './errors.js'

/** How the certificate of a chat server is checked. */
export interface CertificateOptions {
  /** Path of a PEM file with the certificates of the server's authorities. (default: the authorities that Node trusts) */
  readonly certBundle?: string | undefined
  /** Accepts any certificate: anyone between this machine and the server can read the API key. (default: false) */
  readonly insecure?: boolean | undefined
}

/**
 * Options of connections to a server whose certificate is checked in its own way; undefined for any other server.
 * @throws {ConfigurationError} if the file can't be used.
 */
export function checkedBy({ certBundle, insecure }: CertificateOptions) {
  if (insecure === true) return { rejectUnauthorized: false }
  if (certBundle === undefined) return undefined
  const problem = certificateProblem(certBundle)
  if (problem === undefined) return { ca: readFileSync(certBundle, 'utf8') }
  const advice = "Give the path of a PEM file with the certificates of the server's authorities."
  const place = { where: 'the code', option: 'certBundle' }
  throw new ConfigurationError([{ ...place, problem: `names ${certBundle}, ${problem}`, advice }])
}

/** Why a file can't be a bundle of certificates: `which can't be read: there is no such file`. */
export function certificateProblem(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return `which can't be read: ${whyUnread(error)}`
  }
  try {
    new X509Certificate(text)
    return undefined
  } catch {
    return 'which has no certificate in PEM form'
  }
}
