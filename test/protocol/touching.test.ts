import { endpoints, type FeatureId, type FeatureLevelRow, featureLevels } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { touches, type Usage } from '../../src/protocol/index.js'

const nothing: Usage = { endpoints: new Map(), isNotified: false, hasIgnored: false, isRefused: false }
const calling = (name: string, ...parameters: string[]): Usage => ({
  ...nothing,
  endpoints: new Map([[name, new Set(parameters)]]),
})
const rows: readonly (FeatureLevelRow & { readonly id: FeatureId })[] = featureLevels
const touched = (usage: Usage) => rows.filter((row) => touches(row, usage)).map(({ id }) => id)

describe('the feature changes relevant to a usage', () => {
  it('are none for an empty usage', () => {
    expect(touched(nothing)).toEqual([])
  })

  it.each<[string, Usage, FeatureId[]]>([
    ['the endpoint itself', calling('calls.create', 'room_name'), ['createCall']],
    ['a parameter, only where it is sent', calling('users.deactivate', 'user_id'), []],
    ['a parameter that is sent', calling('users.deactivate', 'user_id', 'actions'), ['deactivationActions']],
    [
      'the things in an answer',
      calling('linkifiers.list'),
      ['linkifierUrlTemplate', 'linkifierReordering', 'reverseLinkifiers', 'alternativeUrlTemplates'],
    ],
    ['things deep in an answer', calling('presence.list'), ['presenceWithoutClients']],
    [
      'a user that is the answer',
      calling('users.me'),
      [
        ...(['deliveryEmailAlways', 'billingAdminRemoved', 'importedStub'] as const),
        ...(['dateJoinedAtFirstLogin', 'deletedUsers'] as const),
      ],
    ],
    [
      'messages in an answer',
      calling('messages.get', 'message_id'),
      [
        ...(['movesInHistory', 'sharedDirectRecipientId'] as const),
        ...(['reactionUserRemoved', 'serviceBotCopies', 'lastMovedTimestamp'] as const),
      ],
    ],
    [
      'a change that shows in several places',
      calling('messages.send', 'type', 'to', 'content', 'topic'),
      [
        ...(['directMessageType', 'groupMentionPermission'] as const),
        ...(['messages.send.automatic_new_visibility_policy', 'wildcardMentionCodes'] as const),
        ...(['channelMessageType', 'directMessageGroups', 'shortGroupMentionText', 'postingGroups'] as const),
        ...(['emptyTopic', 'noTopicReading'] as const),
      ],
    ],
    [
      'notifications',
      { ...nothing, isNotified: true },
      ['directMessageTrigger', 'sharedDirectRecipientId', 'lastMovedTimestamp', 'cutAnswersRetried'],
    ],
    ['ignored parameters', { ...nothing, hasIgnored: true }, ['ignoredParameters']],
    [
      'a refusal',
      { ...nothing, isRefused: true },
      ['directMessageWords', 'channelWords', 'typedParameters', 'mismatchedField', 'uniqueNameTexts'],
    ],
    ['an undeclared endpoint', calling('nobody.knows'), []],
  ])('are listed for %s', (_, usage, ids) => {
    expect(touched(usage)).toEqual(ids)
  })

  it('are all for a usage of everything', () => {
    const everything: Usage = {
      endpoints: new Map(endpoints.map(({ name, params }) => [name, new Set(Object.keys(params))] as const)),
      isNotified: true,
      hasIgnored: true,
      isRefused: true,
    }
    expect(touched(everything)).toEqual(rows.map(({ id }) => id))
  })
})
