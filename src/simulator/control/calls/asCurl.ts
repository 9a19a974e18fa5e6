import { mask } from '../../delivery/record.js'
import { shellQuoted } from '../curl.js'
import type { CallEntry } from './writtenCall.js'

export interface CurlOptions {
  /** The simulator's address. */
  readonly url: string
  /** Below `/api/v1`, or as it was called where it led nowhere. */
  readonly path: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Names of files. */
  readonly files: readonly (readonly [name: string, file: string])[]
  /** Whose call it is; undefined for nobody's. */
  readonly caller: { readonly email: string; readonly apiKey: string } | undefined
  /** Whether the key is to be seen. */
  readonly showsKey: boolean
}

/** A call as a command for a shell. */
export function callAsCurl({ method = 'GET' }: CallEntry, options: CurlOptions): string {
  const { url, path, fields, files, caller, showsKey } = options
  const isMultipart = files.length > 0
  const flag = isMultipart ? '-F' : '--data-urlencode'
  return [
    `curl -sS ${method === 'GET' ? '-G' : method === 'HEAD' ? '-I' : `-X ${method}`} ${shellQuoted(`${url}${path}`)}`,
    ...(caller === undefined ? [] : [`  -u ${shellQuoted(`${caller.email}:${showsKey ? caller.apiKey : mask}`)}`]),
    ...fields.map(([name, value]) => `  ${flag} ${shellQuoted(`${name}=${value}`)}`),
    ...files.map(([name, file]) => `  -F ${shellQuoted(`${name}=@${file}`)}`),
  ].join(' \\\n')
}
