import { mask } from '../delivery/record.js'

/** Masks keys, tokens, and the passwords of addresses wherever they stand in a text. `isSecret` is asked of whatever looks like one. */
export function hiding(isSecret: (word: string) => boolean): (text: string) => string {
  const hideWord = (word: string) => (!hexadecimal.test(word) && isSecret(word) ? mask : word)
  return (text) => text.replace(keyLike, hideWord).replace(credentials, `//${mask}@`)
}

/** As long as API keys and tokens are. */
const keyLike = /(?<![A-Za-z0-9])[A-Za-z0-9]{32}(?![A-Za-z0-9])/g

/** A name and a password in an address. */
const credentials = /\/\/[^/\s"@]+:[^/\s"@]*@/g

/** Digests, as pictures have in their addresses, are of the same length; no key is without other letters. */
const hexadecimal = /^[0-9a-f]+$/

/** Data as it may be shown: values of fields that hold secrets are masked, and files are described. */
export function shown(value: unknown): unknown {
  if (value === undefined) return undefined
  return isPlainlyShown(value) ? { ...value } : JSON.parse(JSON.stringify(value, showField))
}

/** Whether it holds nothing but texts and the like, none of them a secret, as most parameters do. */
function isPlainlyShown(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Blob) return false
  for (const name of Object.keys(value)) {
    const field: unknown = Reflect.get(value, name)
    const isText = typeof field === 'string' && !isSecretName(name)
    if (!isText && typeof field !== 'boolean' && !Number.isSafeInteger(field)) return false
  }
  return true
}

function showField(name: string, value: unknown): unknown {
  if (isSecretName(name) && typeof value === 'string') return mask
  if (value instanceof Blob)
    return { name: value instanceof File ? value.name : '', size: value.size, type: value.type }
  return value
}

/** The same few names come again and again. */
function isSecretName(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  const isSecret = secretName.test(name)
  if (judged.size < namesKept) judged.set(name, isSecret)
  return isSecret
}

const judged = new Map<string, boolean>()
const namesKept = 1_000

const secretName = /^(password|api_key|token|secret)$|_(password|key|token|secret)$/i
