import { Pool } from 'undici'
import { account, caller, path } from './call.mjs'

/** A pool of undici and nothing else: what is sent is made once. */
export function start({ url }) {
  const pool = new Pool(url, { connections: 64 })
  const headers = { authorization: `Basic ${btoa(`${account.email}:${account.apiKey}`)}` }
  const call = async () => {
    const { body } = await pool.request({ method: 'GET', path, headers })
    const answer = await body.json()
    return answer.user.full_name
  }
  return { run: caller(call) }
}
