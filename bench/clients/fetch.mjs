import { account, caller, path } from './call.mjs'

/** The `fetch` that Node brings. */
export function start({ url }) {
  const headers = { authorization: `Basic ${btoa(`${account.email}:${account.apiKey}`)}` }
  const call = async () => {
    const response = await fetch(url + path, { headers })
    const answer = await response.json()
    return answer.user.full_name
  }
  return { run: caller(call) }
}
