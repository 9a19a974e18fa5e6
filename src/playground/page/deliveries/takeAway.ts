import { attempt, tell } from '../notices.js'
import { control } from '../simulator.js'
import { copy, copyFrom, keepText } from '../takeAway.js'
import { indented } from '../ui/Payload.js'
import type { ListedDelivery } from './listedDelivery.js'

export const copyCurl = (id: number) => copyFrom('The command', `/deliveries/${id}/curl`)

export const copyTest = (id: number) => copyFrom('The test', `/deliveries/${id}/test`)

/** A delivery as a file for tests and `earshot replay`. */
export const copyFixture = (id: number) =>
  copy('The notification', async () =>
    indented((await control<ListedDelivery>('GET', `/deliveries/${id}`)).request.body ?? ''),
  )

/** Downloads deliveries as an HTTP archive; only the newest if there are many. */
export async function keepHar(ids: readonly number[]): Promise<void> {
  await attempt(async () => {
    const archive = await control('POST', '/deliveries.har', { ids: ids.slice(-most) })
    const name = ids.length === 1 ? `delivery-${ids[0]}.har` : 'deliveries.har'
    keepText(name, 'application/json', JSON.stringify(archive, null, 2))
    if (ids.length > most) tell('done', `The file has the newest ${most} of ${ids.length} deliveries.`)
  })
}

const most = 10_000
