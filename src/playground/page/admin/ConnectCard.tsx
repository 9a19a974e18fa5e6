import { useSignal } from '@preact/signals'
import type { ListedBot } from '../../../simulator/organisation.js'
import { hashOf } from '../address.js'
import { control } from '../simulator.js'
import { copy } from '../takeAway.js'
import { Fold, Press } from '../ui/parts.js'
import type { Acting } from './acting.js'

/** The credentials for running your own bot, and a probe of its address. */
export function ConnectCard({ bot, actor }: { bot: ListedBot } & Acting) {
  const probed = useSignal<{ readonly answers: boolean; readonly says: string } | undefined>(undefined)
  const { user_id, full_name, email, api_key, token, address } = bot
  const site = location.origin
  const variables = { SITE: site, EMAIL: email, API_KEY: api_key, TOKEN: token }
  const keys = { email, key: api_key, site, token }
  const probe = async () => {
    probed.value = undefined
    probed.value = await control('POST', `/bots/${user_id}/probe`)
  }
  return (
    <Fold title="Connect" open>
      <p class="small quiet-text">
        Give these to the program of the bot, start it, and tell below where it is called: Earshot reads them from{' '}
        <code>.env</code> or <code>earshotrc</code>.
      </p>
      <p class="in-a-row">
        <button type="button" onClick={() => copy('.env', () => lines(variables, 'EARSHOT_'))}>
          Copy .env
        </button>
        <button type="button" onClick={() => copy('earshotrc', () => `[api]\n${lines(keys)}`)}>
          Copy earshotrc
        </button>
        <Press onPress={probe}>Does it answer?</Press>
        <a href={hashOf('chat', { c1: `${actor.user_id}:dm/${user_id}` })}>Message it</a>
      </p>
      <p role="status" key={address} class={probed.value && (probed.value.answers ? 'good-text' : 'bad-text')}>
        {probed.value && `${full_name}: ${probed.value.says}`}
      </p>
    </Fold>
  )
}

const lines = (of: Readonly<Record<string, string | null>>, prefix = '') =>
  Object.entries(of)
    .map(([name, value]) => `${prefix}${name}=${value ?? ''}\n`)
    .join('')
