import { NodeClient } from '../../dist/node/index.js'
import { account, caller, user } from './call.mjs'

/** A client of Earshot as it is made by itself: parameters and answer are validated, retries and timeouts stand by. */
export function start({ url }) {
  const client = new NodeClient({ site: url, ...account })
  const call = async () => {
    const answer = await client.users.getByEmail({ email: user })
    return answer.user.full_name
  }
  return { run: caller(call) }
}
