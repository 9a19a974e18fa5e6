import { exportTypes, limits, serverTexts } from '../../../../protocol/index.js'
import { accountOf, isAdministrator, isBot, isOwner } from '../../access/accounts.js'
import type { Operations } from '../../access/operation.js'
import { sendNotice } from '../../messages/sending.js'
import { userSettings } from '../../users/userSettings.js'
import { refuse } from '../../world/refusal.js'
import { host, nextId, seconds, type World } from '../../world/world.js'

export const exportOperations = {
  'realm.startExport': ({ world, caller, params: { export_type = exportTypes.public } }) => {
    const { exports, accounts } = world.state
    const recent = [...exports.values()].filter(({ export_time: time }) => time >= seconds(world) - weekSeconds)
    if (recent.length >= limits.exportsInAWeek) refuse('exportLimitReached')
    if (world.has('realm.startExport.export_type')) {
      const owners = [...accounts.values()].filter((account) => account.is_active && isOwner(account))
      const isPublic = export_type === exportTypes.public
      const agrees = isPublic
        ? owners.some(({ email_visibility }) => email_visibility !== 'nobody')
        : owners.some((owner) => userSettings(owner).allow_private_data_export === true)
      const support = `support@${host(world)}`
      if (!agrees) refuse(isPublic ? 'exportNeedsAddress' : 'exportNeedsConsent', { support })
    }
    const id = nextId(world, 'export')
    exports.set(id, { id, acting_user_id: caller.id, export_time: seconds(world), export_type })
    notifyExports(world)
    world.setTimer('export', id, world.clock.now() + exportTime)
    return { id }
  },

  'realm.listExports': ({ world }) => ({ exports: exportShapes(world) }),

  'realm.deleteExport': ({ world, params }) => {
    const one = world.state.exports.get(params.export_id) ?? refuse('exportNotFound')
    if (one.deleted_timestamp !== undefined) refuse('exportDeleted')
    if (one.path === undefined) refuse('exportPending')
    one.path = undefined
    one.deleted_timestamp = seconds(world)
    notifyExports(world)
  },

  'realm.exportConsents': ({ world }) => ({
    export_consents: [...world.state.accounts.values()]
      .filter((account) => account.is_active && !isBot(account))
      .map((account) => {
        const { allow_private_data_export: consented, email_address_visibility } = userSettings(account)
        return { user_id: account.id, consented, email_address_visibility }
      }),
  }),
} satisfies Partial<Operations>

const weekSeconds = 7 * 24 * 60 * 60
/** Milliseconds. A real server needs seconds to hours. */
const exportTime = 10_000

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
  sendNotice(world, accountOf(world, one.acting_user_id), serverTexts.exportReady)
  notifyExports(world)
}

export function isExport({ state }: World, path: string): boolean {
  return [...state.exports.values()].some((one) => one.path === path)
}
