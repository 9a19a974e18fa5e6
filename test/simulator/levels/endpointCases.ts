import type { LevelCase } from './levelCase.js'
import { isThere } from './seeing.js'

/** Endpoints that came with a level: before it their path, or their method on it, is unknown. */
export const endpointCases = {
  getUserByEmail: {
    level: 39,
    see: (service) => isThere(service, 'hamlet', 'GET', '/users/iago@example.com'),
    before: 'missing',
    since: 'there',
  },
  drafts: {
    level: 87,
    see: async (service) => [
      await isThere(service, 'hamlet', 'GET', '/drafts'),
      await isThere(service, 'hamlet', 'POST', '/drafts', { drafts: '[]' }),
    ],
    before: ['missing', 'missing'],
    since: ['there', 'there'],
  },
  groupMembershipCheck: {
    level: 127,
    see: (service) => isThere(service, 'hamlet', 'GET', '/user_groups/20/members/12'),
    before: 'missing',
    since: 'there',
  },
  userTopics: {
    level: 170,
    see: (service) =>
      isThere(service, 'hamlet', 'POST', '/user_topics', { stream_id: '2', topic: 'lunch', visibility_policy: '1' }),
    before: 'missing',
    since: 'there',
  },
  editScheduledMessage: {
    level: 184,
    see: (service) => isThere(service, 'iago', 'PATCH', '/scheduled_messages/1', { content: 'Lunch is off' }),
    before: 'missing',
    since: 'there',
  },
  linkifierReordering: {
    level: 202,
    see: async (service) => {
      const reordering = await isThere(service, 'iago', 'PATCH', '/realm/linkifiers', {
        ordered_linkifier_ids: '[3,1,2]',
      })
      // An order that was set on a newer server means nothing to an older one.
      const level = service.simulator.realm.featureLevel
      service.simulator.setFeatureLevel(496)
      await service.call('iago', 'PATCH', '/realm/linkifiers', { ordered_linkifier_ids: '[2,3,1]' })
      service.simulator.setFeatureLevel(level)
      const { body } = await service.call('hamlet', 'GET', '/realm/linkifiers')
      return { reordering, order: (body.linkifiers as { id: number }[]).map(({ id }) => id) }
    },
    before: { reordering: 'missing', order: [1, 2, 3] },
    since: { reordering: 'there', order: [2, 3, 1] },
  },
  groupDeletionGone: {
    level: 294,
    see: (service) => isThere(service, 'desdemona', 'DELETE', '/user_groups/22'),
    before: 'there',
    since: 'missing',
  },
  deactivateGroup: {
    level: 290,
    see: (service) => isThere(service, 'desdemona', 'POST', '/user_groups/22/deactivate'),
    before: 'missing',
    since: 'there',
  },
  channelFolders: {
    level: 389,
    see: async (service) => {
      const { body } = await service.call('hamlet', 'GET', '/streams/2')
      return {
        folders: await isThere(service, 'hamlet', 'GET', '/channel_folders'),
        channelNamesIts: 'folder_id' in (body.stream as object),
      }
    },
    before: { folders: 'missing', channelNamesIts: false },
    since: { folders: 'there', channelNamesIts: true },
  },
  setUserStatus: {
    level: 407,
    see: (service) => isThere(service, 'iago', 'POST', '/users/10/status', { status_text: 'baking' }),
    before: 'missing',
    since: 'there',
  },
  createCall: {
    level: 465,
    see: (service) => isThere(service, 'hamlet', 'POST', '/calls/ext_talk/create', { room_name: 'standup' }),
    before: 'missing',
    since: 'there',
  },
} as const satisfies Record<string, LevelCase>
