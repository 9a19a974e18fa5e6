/**
 * Something that the spec leaves open and that the option `assumptions` can't change: it is part of the declared contract,
 * or it has its own option.
 */
export interface FixedAssumption {
  /** The section of the spec that leaves it open. */
  readonly spec: string
  readonly says: string
  /** What a real server might do instead. (default: it is a setting of the server) */
  readonly otherwise?: string
  /** The simulator's option that changes it. */
  readonly option?: string
  /** Endpoints whose responses depend on it. */
  readonly endpoints?: readonly string[]
}

/** Every assumption that is not one of `assumptionRows`. */
export const fixedAssumptions = {
  scheduledMessageFields: {
    spec: '2.3',
    says: 'A scheduled message has scheduled_message_id, type, to, topic, content, rendered_content, scheduled_delivery_timestamp and failed.',
    endpoints: ['scheduledMessages.list'],
  },
  userGroupFields: {
    spec: '2.6',
    says: 'A user group has a name, a description, members, direct_subgroup_ids, its creator and date, and settings that name a group, or users and groups; who created it manages it.',
    endpoints: ['userGroups.list'],
  },
  attachmentFields: {
    spec: '2.8',
    says: 'An attachment has id, name, path_id, size, create_time and message_ids.',
    endpoints: ['attachments.list'],
  },
  profileFieldFields: {
    spec: '2.10',
    says: 'A custom profile field has id, name, type, hint, field_data and order.',
    endpoints: ['profileFields.list'],
  },
  failedMessageAfterEdit: {
    spec: '3',
    says: 'A failed scheduled message that is edited is pending again.',
    otherwise: 'It stays failed until it has been sent.',
    endpoints: ['scheduledMessages.edit'],
  },
  scheduledMessageTransitions: {
    spec: '3',
    says: 'A scheduled message is sent at its time or fails; it can be deleted at any time; a failed one waits to be edited.',
    otherwise: 'Failed ones are retried automatically.',
    endpoints: ['scheduledMessages.delete'],
  },
  userReactivation: {
    spec: '3',
    says: 'An administrator reactivates a user by POST /users/{user_id}/reactivate.',
    endpoints: ['users.reactivate'],
  },
  deletedUsers: {
    spec: '3',
    says: 'A user becomes permanently deleted by the action delete_profile of a deactivation.',
    otherwise: 'By a request of its own.',
  },
  userGroupChanges: {
    spec: '3',
    says: 'PATCH /user_groups/{user_group_id} renames a group, and reactivates it by deactivated=false.',
    endpoints: ['userGroups.update'],
  },
  unmutingUsers: {
    spec: '3',
    says: 'DELETE /users/me/muted_users/{muted_user_id} unmutes a user.',
    endpoints: ['users.unmute'],
  },
  folderArchiving: {
    spec: '3',
    says: 'PATCH /channel_folders/{channel_folder_id} archives a folder without channels, and brings it back.',
    endpoints: ['channelFolders.update'],
  },
  emojiDeactivation: {
    spec: '3',
    says: 'Deleting a custom emoji deactivates it; its name may then be given to another one.',
    endpoints: ['emoji.deactivate'],
  },
  deactivationComment: {
    spec: '4.7',
    says: 'deactivation_notification_comment mails the user: without it there is no mail, and an empty one mails without a comment.',
    endpoints: ['users.deactivate'],
  },
  companionEndpoints: {
    spec: '4',
    says: 'Some endpoints are documented only by reference; the simulator declares their paths, parameters and answers itself.',
  },
  searchedWords: {
    spec: '4',
    says: "Searches compare words by PostgreSQL's English stems, as servers without the Hunspell dictionary do: `runs` finds `running`, `bakers` doesn't find `baking`.",
    otherwise:
      'A server with the dictionary compares the words that it has by their forms there: `bakers` finds `baking`, `runs` finds no `running`.',
  },
  credentials: {
    spec: '5.7',
    says: 'Keys and tokens have 32 letters and digits. They differ at every start unless a random seed is given, and anyone who runs the simulator can read them.',
    otherwise: 'From the settings of an account, or the file that is downloaded for a bot.',
  },
  roles: {
    spec: '5.8',
    says: 'Who may call an endpoint at all is as on servers up to level 387; above, bots, invitations and user groups are as documented, the rest as at 387.',
    otherwise: 'Set by the server and by permissions of the organisation.',
  },
  managingUsers: {
    spec: '5.8',
    says: 'Administrators change the roles and addresses of users; only owners make owners.',
    otherwise: "Changing addresses takes a permission that the server's operator gives.",
    endpoints: ['users.update'],
  },
  triggers: {
    spec: '6.1',
    says: 'A bot is triggered by a mention of itself, by a mention of a group in a channel that it is in, and by any direct message; never by another bot.',
    otherwise: 'Triggers that are chosen for each bot.',
  },
  eventShapes: {
    spec: '6.2',
    says: "Event queues, and the shapes of the events in them: up to level 387 as in the server's source, above with the changes that the API's changelog dates.",
    otherwise: 'A server may have changed what its changelog does not name.',
    endpoints: ['events.register', 'events.get', 'events.deleteQueue'],
  },
  usualSettings: {
    spec: '6.2',
    says: 'Settings of the organisation and its users for which the simulator has no state are those of a new server.',
    endpoints: ['events.register'],
  },
  deliveryTimeout: {
    spec: '6.2',
    says: 'A receiver may be silent for 10 seconds, before its response begins and between parts of it.',
    otherwise: 'Another time, or one for the whole answer.',
    option: 'deliveryTimeout',
  },
  failureNotices: {
    spec: '6.2',
    says: 'A failed delivery is reported in the conversation, and to the owner of the bot.',
    otherwise: 'Only in a log.',
  },
  rateLimit: {
    spec: '8',
    says: 'An account may make 200 calls a minute, as headers of the answers say, but no call is refused.',
    otherwise: 'A real server refuses those above the limit, which its operator can change.',
    option: 'rateLimit',
  },
  newerMarkdown: {
    spec: '6.1',
    says: 'Above level 387, Markdown is rendered as at 387, except links to topics (400), images in a text (437) and invalid times (451). The source of newer servers was not read.',
    otherwise:
      'Newer servers show players for uploaded audio (405) and .mov files (495), and in a text only images that were uploaded (467).',
    endpoints: ['messages.render'],
  },
  newerRefusals: {
    spec: '7',
    says: 'Above level 387, the checks of a call, their order and the texts of refusals are those of 387, except for rows of the level table. The source of newer servers was not read.',
    otherwise: 'Newer servers may word refusals differently.',
  },
  newerAccess: {
    spec: '9.3',
    says: 'Above level 387, accounts may call what they may call at 387, except that bots may call the endpoints of user groups (496). Of newer servers, only invitations, bots and user groups were read, up to 489.',
    otherwise: 'Newer servers may let other accounts call them.',
  },
  undatedChanges: {
    spec: '9.2',
    says: 'A change without a known level has the level of the first server that was read with it, or one between that and the last server without it. Its row in the level table says so.',
    otherwise: 'It came at another level between the two.',
  },
  otherErrors: { spec: '7', says: 'Codes and texts of refusals that are not documented.' },
} as const satisfies Readonly<Record<string, FixedAssumption>>

export type FixedAssumptionName = keyof typeof fixedAssumptions

/** The fixed assumptions that every answer of an endpoint depends on. */
export function assumptionsBehind(endpoint: string): readonly FixedAssumptionName[] {
  return behindEndpoints.get(endpoint) ?? none
}

const none: readonly FixedAssumptionName[] = []
const behindEndpoints = new Map<string, FixedAssumptionName[]>()
for (const name of Object.keys(fixedAssumptions) as FixedAssumptionName[]) {
  const { endpoints = [] }: FixedAssumption = fixedAssumptions[name]
  for (const endpoint of endpoints) behindEndpoints.set(endpoint, [...(behindEndpoints.get(endpoint) ?? []), name])
}
