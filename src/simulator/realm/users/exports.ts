import { serverTexts } from '../../../protocol/index.js'
import { accountOf, isAdministrator, isBot } from '../access/accounts.js'
import { sendNotice } from '../messages/sending.js'
import type { World } from '../world/world.js'

export function exportShapes(world: World) {
  return [...world.state.exports.values()].map(({ path, deleted_timestamp = null, ...one }) => ({
    ...one,
    export_url: path === undefined ? null : world.url() + path,
    deleted_timestamp,
    failed_timestamp: null,
    pending: path === undefined && deleted_timestamp === null,
  }))
}

/** Tells administrators what exports there are. */
export function notifyExports(world: World): void {
  const people = [...world.state.accounts.values()].filter((one) => isAdministrator(one) && !isBot(one))
  const audience = people.map(({ id }) => id)
  world.emit('realm_export', audience, { exports: exportShapes(world) })
}

/** An export is ready to be downloaded. */
export function finishExport(world: World, id: number): void {
  const one = world.state.exports.get(id)
  if (one === undefined) return
  const { id: realm, subdomain } = world.state.realm
  one.path = `/user_avatars/exports/${realm}/${world.random.alphanumeric(32)}/${subdomain || 'export'}.tar.gz`
  const bot = accountOf(world, world.state.notificationBotId)
  sendNotice(world, bot, accountOf(world, one.acting_user_id), serverTexts.exportReady)
  notifyExports(world)
}

export function isExport({ state }: World, path: string): boolean {
  return [...state.exports.values()].some((one) => one.path === path)
}
