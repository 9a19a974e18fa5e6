import { createRequire } from 'node:module'
import { account, caller, user } from './call.mjs'

const zulip = createRequire(import.meta.url)('zulip-js')

/** The server's own client for JavaScript. */
export async function start({ url }) {
  const client = await zulip({ username: account.email, apiKey: account.apiKey, realm: url })
  const call = async () => {
    const answer = await client.callEndpoint(`/users/${user}`, 'GET')
    return answer.user.full_name
  }
  return { run: caller(call) }
}
