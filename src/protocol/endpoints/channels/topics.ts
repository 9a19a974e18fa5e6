import * as z from 'zod/mini'
import { id, listedInteger, topicName, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { rules } from '../../rules/rules.js'
import { visibilityPolicies } from '../../rules/visibilityPolicies.js'

const { none, muted, unmuted, followed } = visibilityPolicies

export const setTopicVisibility = endpoint({
  name: 'topics.setVisibility',
  method: 'POST',
  path: '/user_topics',
  spec: '4.2',
  summary: "Set the caller's visibility policy for a topic.",
  access: 'account',
  since: 'userTopics',
  params: {
    stream_id: id,
    /** At most `max_topic_length` code points; may be empty. It need not have any messages. */
    topic: topicName,
    /** See `visibilityPolicies`. */
    visibility_policy: listedInteger([none, muted, unmuted, followed]),
  },
  response: {},
  errors: [errors.tooLong, errors.topicCannotBeEmpty, errors.invalidChannelId],
  repeatable: 'always',
})

export const setTopicMuted = endpoint({
  name: 'topics.setMuted',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  spec: '4.3',
  summary: 'Mute or unmute a topic for the caller.',
  access: 'account',
  deprecated: 'Use topics.setVisibility where the server has it (level of `userTopics`).',
  params: {
    stream_id: z.optional(id),
    /** The channel's name; `stream_id` is preferred. */
    stream: z.optional(z.string()),
    topic: topicName,
    /** `add` mutes, `remove` unmutes. */
    op: word(['add', 'remove']),
  },
  rules: rules['topics.setMuted'],
  response: {},
  errors: [
    errors.missingChannelOfTopic,
    errors.unsupportedCombination,
    errors.tooLong,
    errors.invalidChannelId,
    errors.invalidChannelName,
    errors.topicAlreadyMuted,
    errors.topicNotMuted,
  ],
  repeatable: 'topicMutingIdempotent',
})
