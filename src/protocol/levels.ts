/**
 * Every change of the service that the spec dates, one row each.
 *
 * This is the only place where a feature level is written. Code asks `hasFeature(level, id)`; it never compares numbers.
 *
 * @see spec 9
 */

/** What a change touches: an endpoint (and perhaps one parameter of it), or an entity (and perhaps one field of it). */
export interface AppliesTo {
  readonly endpoint?: string
  readonly parameter?: string
  readonly entity?: string
  readonly field?: string
}

export type ChangeKind =
  /** The endpoint exists from this level on. */
  | 'endpoint'
  /** The parameter is understood from this level on; an older server ignores it. */
  | 'parameter'
  /** A further value of a parameter or field. */
  | 'value'
  /** A field appears, disappears or takes another shape. */
  | 'field'
  /** The same request has another effect. */
  | 'behaviour'
  /** The same condition is refused with another code. */
  | 'error'

export interface FeatureLevelRow {
  /** How code names the feature. */
  readonly id: string
  /** The first level whose servers have it. 0: every server. */
  readonly level: number
  readonly kind: ChangeKind
  readonly appliesTo: AppliesTo
  readonly change: string
  /** Section of the spec that dates it. */
  readonly spec: string
}

export const featureLevels = [
  {
    id: 'externalAuthenticationMethods',
    level: 0,
    kind: 'field',
    appliesTo: { endpoint: 'server.settings', field: 'external_authentication_methods' },
    change: 'Login methods are listed in display order; `authentication_methods` is deprecated (release 2.1.0).',
    spec: '9.4',
  },
  {
    id: 'authenticationCodeHost2',
    level: 1,
    kind: 'value',
    appliesTo: { endpoint: 'server.settings', field: 'authentication_methods' },
    change: 'The key `idp_code_host_2` was added.',
    spec: '4.20',
  },
  {
    id: 'getUserByEmail',
    level: 39,
    kind: 'endpoint',
    appliesTo: { endpoint: 'users.getByEmail' },
    change: 'A user can be looked up by email address.',
    spec: '9.5',
  },
  {
    id: 'serverMergeBase',
    level: 88,
    kind: 'field',
    appliesTo: { endpoint: 'server.settings', field: 'svc_merge_base' },
    change: 'The merge base against the official branches is reported.',
    spec: '4.20',
  },
  {
    id: 'realmWebPublicAccess',
    level: 116,
    kind: 'field',
    appliesTo: { endpoint: 'server.settings', field: 'realm_web_public_access_enabled' },
    change: 'Whether web-public channels are enabled and one exists is reported.',
    spec: '4.20',
  },
  {
    id: 'groupMembershipCheck',
    level: 127,
    kind: 'endpoint',
    appliesTo: { endpoint: 'userGroups.isMember' },
    change: 'Membership of one user in a group can be asked for.',
    spec: '9.5',
  },
  {
    id: 'deleteTopicInBatches',
    level: 147,
    kind: 'behaviour',
    appliesTo: { endpoint: 'streams.deleteTopic' },
    change: 'Messages are deleted in batches, newest first.',
    spec: '4.6',
  },
  {
    id: 'deleteTopicPartiallyCompleted',
    level: 154,
    kind: 'field',
    appliesTo: { endpoint: 'streams.deleteTopic', field: 'result' },
    change: 'A request that ended early answers with the result `partially_completed`.',
    spec: '4.6',
  },
  {
    id: 'deliveryEmailAlways',
    level: 163,
    kind: 'field',
    appliesTo: { entity: 'User', field: 'delivery_email' },
    change: '`delivery_email` is always there, null when the caller may not see the address.',
    spec: '2.2',
  },
  {
    id: 'ignoredParameters',
    level: 167,
    kind: 'field',
    appliesTo: { entity: 'Envelope', field: 'ignored_parameters_unsupported' },
    change: 'A success names the parameters that the endpoint does not support.',
    spec: '2.1',
  },
  {
    id: 'userTopics',
    level: 170,
    kind: 'endpoint',
    appliesTo: { endpoint: 'topics.setVisibility' },
    change: 'A visibility policy can be set for a topic; the older muting endpoint is deprecated.',
    spec: '9.5',
  },
  {
    id: 'topicMutingIdempotent',
    level: 170,
    kind: 'behaviour',
    appliesTo: { endpoint: 'topics.setMuted' },
    change: 'Muting a muted topic, or unmuting one that is not, succeeds; before, it was an error.',
    spec: '4.3',
  },
  {
    id: 'linkifierUrlTemplate',
    level: 176,
    kind: 'field',
    appliesTo: { entity: 'Linkifier', field: 'url_template' },
    change: '`url_template` (RFC 6570) replaced `url_format`.',
    spec: '2.7',
  },
  {
    id: 'presenceWithoutClients',
    level: 178,
    kind: 'field',
    appliesTo: { entity: 'PresenceEntry' },
    change: 'The keys are always `aggregated` and `website`, with the same data; before, one key per client.',
    spec: '2.9',
  },
  {
    id: 'editScheduledMessage',
    level: 184,
    kind: 'endpoint',
    appliesTo: { endpoint: 'scheduledMessages.edit' },
    change: 'Scheduled messages can be edited.',
    spec: '9.5',
  },
  {
    id: 'muteBots',
    level: 188,
    kind: 'behaviour',
    appliesTo: { endpoint: 'users.mute', parameter: 'muted_user_id' },
    change: 'Bots can be muted.',
    spec: '4.12',
  },
  {
    id: 'directMessageTrigger',
    level: 201,
    kind: 'value',
    appliesTo: { entity: 'Notification', field: 'trigger' },
    change: 'The trigger `private_message` was renamed `direct_message`.',
    spec: '6.1',
  },
  {
    id: 'linkifierReordering',
    level: 202,
    kind: 'endpoint',
    appliesTo: { endpoint: 'linkifiers.reorder' },
    change: 'Linkifiers are processed in an order that administrators set; before, by ID.',
    spec: '4.17',
  },
  {
    id: 'deleteTopicComplete',
    level: 211,
    kind: 'field',
    appliesTo: { endpoint: 'streams.deleteTopic', field: 'complete' },
    change: 'A request that ended early succeeds with `complete` = false; `partially_completed` is gone.',
    spec: '4.6',
  },
  {
    id: 'followedTopics',
    level: 219,
    kind: 'value',
    appliesTo: { endpoint: 'topics.setVisibility', parameter: 'visibility_policy' },
    change: 'The policy "followed" was added.',
    spec: '3',
  },
  {
    id: 'channelMessageType',
    level: 248,
    kind: 'value',
    appliesTo: { endpoint: 'scheduledMessages.edit', parameter: 'type' },
    change: '`channel` is accepted as a type, meaning `stream`.',
    spec: '4.1',
  },
  {
    id: 'firstMessageIdEvent',
    level: 256,
    kind: 'behaviour',
    appliesTo: { endpoint: 'streams.deleteTopic' },
    change: "A channel update event is sent when the channel's oldest message changes.",
    spec: '4.6',
  },
  {
    id: 'realmUrl',
    level: 257,
    kind: 'field',
    appliesTo: { endpoint: 'server.settings', field: 'realm_url' },
    change: '`realm_url` replaced `realm_uri`, which stays as a deprecated alias.',
    spec: '4.20',
  },
  {
    id: 'deactivateGroup',
    level: 290,
    kind: 'endpoint',
    appliesTo: { endpoint: 'userGroups.deactivate' },
    change: 'User groups can be deactivated.',
    spec: '9.5',
  },
  {
    id: 'groupInUseCode',
    level: 298,
    kind: 'error',
    appliesTo: { endpoint: 'userGroups.deactivate' },
    change: 'A group in use is refused with CANNOT_DEACTIVATE_GROUP_IN_USE; before, with BAD_REQUEST.',
    spec: '4.13',
  },
  {
    id: 'realEmailLookup',
    level: 302,
    kind: 'behaviour',
    appliesTo: { endpoint: 'users.getByEmail', parameter: 'email' },
    change: 'A real address finds its user exactly when the caller may see it; the dummy form finds every user.',
    spec: '4.4',
  },
  {
    id: 'deactivatedNotMember',
    level: 303,
    kind: 'behaviour',
    appliesTo: { endpoint: 'userGroups.isMember', field: 'is_user_group_member' },
    change: 'A deactivated user gives false.',
    spec: '4.8',
  },
  {
    id: 'sharedDirectRecipientId',
    level: 327,
    kind: 'field',
    appliesTo: { entity: 'Message', field: 'recipient_id' },
    change: 'Incoming 1:1 messages share it with the outgoing messages of that conversation.',
    spec: '6.1',
  },
  {
    id: 'emptyTopic',
    level: 334,
    kind: 'value',
    appliesTo: { endpoint: 'topics.setVisibility', parameter: 'topic' },
    change: 'The empty string is a valid channel topic.',
    spec: '4.2',
  },
  {
    id: 'billingAdminRemoved',
    level: 363,
    kind: 'field',
    appliesTo: { entity: 'User', field: 'is_billing_admin' },
    change: '`is_billing_admin` was removed.',
    spec: '2.2',
  },
  {
    id: 'lastMovedTimestamp',
    level: 365,
    kind: 'field',
    appliesTo: { entity: 'Message', field: 'last_moved_timestamp' },
    change: 'Moves have their own timestamp; `last_edit_timestamp` speaks of content edits only.',
    spec: '6.1',
  },
  {
    id: 'noTopicReading',
    level: 370,
    kind: 'behaviour',
    appliesTo: { endpoint: 'scheduledMessages.edit', parameter: 'topic' },
    change: '`(no topic)` and the display name of the empty topic are read as the empty string.',
    spec: '4.1',
  },
  {
    id: 'channelFolders',
    level: 389,
    kind: 'endpoint',
    appliesTo: { endpoint: 'channelFolders.list' },
    change: 'Channels can be put into folders.',
    spec: '9.5',
  },
  {
    id: 'setUserStatus',
    level: 407,
    kind: 'endpoint',
    appliesTo: { endpoint: 'users.setStatus' },
    change: "Administrators can set another user's status.",
    spec: '9.5',
  },
  {
    id: 'channelFolderOrder',
    level: 414,
    kind: 'field',
    appliesTo: { entity: 'ChannelFolder', field: 'order' },
    change: 'Folders have an order and are listed by it; before, by ID.',
    spec: '4.15',
  },
  {
    id: 'importedStub',
    level: 433,
    kind: 'field',
    appliesTo: { entity: 'User', field: 'is_imported_stub' },
    change: '`is_imported_stub` tells an account that was imported and never logged in.',
    spec: '2.2',
  },
  {
    id: 'botsInGroupCheck',
    level: 458,
    kind: 'behaviour',
    appliesTo: { endpoint: 'userGroups.isMember', parameter: 'user_id' },
    change: 'Membership of a bot can be asked for.',
    spec: '4.8',
  },
  {
    id: 'deactivationActions',
    level: 459,
    kind: 'parameter',
    appliesTo: { endpoint: 'users.deactivate', parameter: 'actions' },
    change: 'A deactivation can delete the profile and messages first.',
    spec: '4.7',
  },
  {
    id: 'createCall',
    level: 465,
    kind: 'endpoint',
    appliesTo: { endpoint: 'calls.create' },
    change: 'A video call can be created with the external conferencing provider.',
    spec: '4.16',
  },
  {
    id: 'reverseLinkifiers',
    level: 471,
    kind: 'field',
    appliesTo: { entity: 'Linkifier', field: 'reverse_template' },
    change: '`example_input` and `reverse_template` were added.',
    spec: '2.7',
  },
  {
    id: 'statusForBots',
    level: 473,
    kind: 'behaviour',
    appliesTo: { endpoint: 'users.setStatus' },
    change: 'Access for bots changed: a bot with administrator rights may set the status of a user.',
    spec: '4.5',
  },
  {
    id: 'dateJoinedAtFirstLogin',
    level: 475,
    kind: 'field',
    appliesTo: { entity: 'User', field: 'date_joined' },
    change: 'For imported users it becomes the time of the first login.',
    spec: '2.2',
  },
  {
    id: 'alternativeUrlTemplates',
    level: 478,
    kind: 'field',
    appliesTo: { entity: 'Linkifier', field: 'alternative_url_templates' },
    change: 'Further templates for turning a URL back into text were added (release 12.0).',
    spec: '2.7',
  },
  {
    id: 'authenticationChatVendor',
    level: 488,
    kind: 'value',
    appliesTo: { endpoint: 'server.settings', field: 'authentication_methods' },
    change: 'The key `idp_chat_vendor` was added.',
    spec: '4.20',
  },
  {
    id: 'deletedUsers',
    level: 490,
    kind: 'field',
    appliesTo: { entity: 'User', field: 'is_deleted' },
    change: '`is_deleted` marks users that were permanently deleted.',
    spec: '2.2',
  },
  {
    id: 'groupCheckByBots',
    level: 496,
    kind: 'behaviour',
    appliesTo: { endpoint: 'userGroups.isMember' },
    change: 'Bots may ask for group membership.',
    spec: '4.8',
  },
] as const satisfies readonly FeatureLevelRow[]

/** The name of a row of the table. */
export type FeatureId = (typeof featureLevels)[number]['id']

/** The newest level that the spec names; a simulator is of this level unless told otherwise. */
export const newestFeatureLevel: number = Math.max(...featureLevels.map((row) => row.level))

const byId: ReadonlyMap<string, FeatureLevelRow> = new Map(featureLevels.map((row) => [row.id, row]))

/** The row of the table with this name. */
export function featureRow(id: FeatureId): FeatureLevelRow {
  const row = byId.get(id)
  if (row === undefined) throw new RangeError(`No feature is called "${id}"; the names are in featureLevels.`)
  return row
}

/**
 * Whether a server of this feature level has the feature. A feature introduced at level N is there from level N on
 * (an assumption: the spec's section 9 can also be read as "after N").
 *
 * @see spec 9.2
 */
export function hasFeature(level: number, id: FeatureId): boolean {
  return level >= featureRow(id).level
}

/** Answers questions about one server: `has('linkifierReordering')`. */
export type Has = (id: FeatureId) => boolean
