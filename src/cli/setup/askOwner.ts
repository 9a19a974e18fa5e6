import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CertificateOptions } from '../../node/certificates.js'
import { UsageError } from '../shared/usageError.js'

/** A person's account. */
export interface Owner extends CertificateOptions {
  readonly site: string
  readonly email: string
  readonly apiKey: string
  readonly allowInsecure?: boolean | undefined
}

/** Asks a person for their account; the key isn't shown. @throws {UsageError} if they leave instead. */
export async function askOwner(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<Owner> {
  let isSecret = false
  const shown = new Writable({
    write(chunk, encoding, done) {
      if (!isSecret) output.write(chunk, encoding)
      done()
    },
  })
  const lines = createInterface({ input, output: shown, terminal: Reflect.get(output, 'isTTY') === true })
  const typed = lines[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    output.write(question)
    const { value, done } = await typed.next()
    if (done === true) throw new UsageError("Nothing was created, because the owner's account was not given.")
    return String(value).trim()
  }
  try {
    const site = await ask('Address of the chat server: ')
    const email = await ask('Your own address there: ')
    isSecret = true
    const apiKey = await ask('Your API key (not shown): ')
    output.write('\n')
    return { site: /^https?:/.test(site) ? site : `https://${site}`, email, apiKey }
  } finally {
    lines.close()
  }
}
