import { generateKeyPairSync, sign } from 'node:crypto'

interface CertificateOptions {
  /** The first year after its end. (default: 2049) */
  readonly endsIn?: number
  /** The address that it is for. (default: that of this machine) */
  readonly address?: readonly number[]
  /** The name that it is for instead of an address. */
  readonly name?: string
}

/** A certificate that no authority knows, made anew for each test. */
export function unknownCertificate(options: CertificateOptions = {}): { key: string; cert: string } {
  const { endsIn = 2049, address = [127, 0, 0, 1], name: host } = options
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
  const name = sequence(set(sequence(identifier('550403'), der(0x0c, Buffer.from('earshot test')))))
  const itsAddress = sequence(host === undefined ? der(0x87, Buffer.from(address)) : der(0x82, Buffer.from(host)))
  const alternativeNames = sequence(identifier('551d11'), der(0x04, itsAddress))
  const authority = sequence(
    identifier('551d13'),
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from(`${endsIn % 100}0101000000Z`))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames, authority)),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]))
  const encoded = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${encoded.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  }
}

/** One value in the encoding of certificates: its kind, its length, its content. */
function der(kind: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([kind, ...size]), body])
}

const sequence = (...content: Buffer[]) => der(0x30, ...content)
const set = (...content: Buffer[]) => der(0x31, ...content)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
