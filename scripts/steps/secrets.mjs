import { pathToFileURL } from 'node:url'
import { inRoot } from './paths.mjs'

/**
 * Looks through everything that a run of the tests wrote for keys and tokens, and for paths that are secrets: those of
 * the simulator's organisation, which the tests use, and whatever has the shape of one.
 */
export async function findSecrets(output) {
  const known = await knownSecrets()
  if (known.length === 0 || output === '') return { ok: false, note: '', advice: nothingToFind, passed: 0, failed: 1 }
  const found = secretsIn(output, known)
  if (found.length === 0) return { ok: true, note: `none in ${output.length} characters` }
  const places = found.slice(0, 20).map(({ line, text }) => `  line ${line}: ${text}`)
  const advice = ['secrets stand in what the tests wrote; see what writes them, and mask them there:', ...places]
  return { ok: false, note: '', advice: advice.join('\n'), passed: 0, failed: 1 }
}

const nothingToFind = 'there were no known secrets, or no output to look through: see what `findSecrets` is given.'

/** Lines with a secret in them, which is masked. */
export function secretsIn(output, known) {
  const plain = output.replaceAll(colour, '')
  return plain.split('\n').flatMap((text, index) => {
    let masked = text
    for (const secret of known) masked = masked.replaceAll(secret, '***')
    masked = masked.replaceAll(shape, (word) => (isRandom(word) ? '***' : word))
    return masked === text ? [] : [{ line: index + 1, text: masked.trim().slice(0, 200) }]
  })
}

/** The keys and tokens of everybody in the organisation that simulators begin with, and as they stand in a header. */
async function knownSecrets() {
  const { createSimulator } = await import(pathToFileURL(inRoot('dist', 'simulator', 'index.js')).href)
  const simulator = createSimulator()
  const secrets = simulator.realm.accounts().flatMap((account) => {
    const { email, apiKey, token } = simulator.credentials(account.user_id ?? account.id)
    return [apiKey, Buffer.from(`${email}:${apiKey}`).toString('base64'), ...(token === undefined ? [] : [token])]
  })
  await simulator.close()
  return secrets
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of.
const colour = /\u001b\[[\d;]*m/g

/** Keys and tokens are thirty-two letters and digits, neither more nor fewer. */
const shape = /(?<![\w+/=-])[A-Za-z0-9]{32}(?![\w+/=-])/g

/** Neither a word, nor a checksum, which has no capital letters. */
const isRandom = (word) => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
