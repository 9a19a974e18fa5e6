import { InvalidParameterError } from 'earshot/client'
import { type EndpointName, endpoints } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { call, everyEndpoint, prepare } from './calls.js'
import { inEachWorld } from './worlds.js'

/** For every rule of the contract, in its order: what breaks it, and what a server says when a client lets it through. */
const broken: Partial<Record<EndpointName, readonly { says: RegExp; fields: Record<string, string>; msg: string }[]>> =
  {
    'scheduledMessages.edit': [
      {
        says: /`to` is required/,
        fields: { type: 'direct' },
        msg: 'Recipient required when updating type of scheduled message.',
      },
      {
        says: /`topic` is required/,
        fields: { type: 'channel', to: '2' },
        msg: 'Topic required when updating scheduled message type to channel.',
      },
    ],
    'topics.setMuted': [
      {
        says: /exactly one/,
        fields: { topic: 'lunch', op: 'add' },
        msg: "Missing 'stream_id' argument",
      },
      {
        says: /exactly one/,
        fields: { stream_id: '2', stream: 'kitchen', topic: 'lunch', op: 'add' },
        msg: 'Unsupported parameter combination: stream_id, stream',
      },
    ],
    'users.setOwnStatus': [
      {
        says: /`emoji_name` is required/,
        fields: { emoji_code: '1f35e' },
        msg: 'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
      },
      {
        says: /at least one/,
        fields: {},
        msg: 'Client did not pass any new values.',
      },
    ],
    'userGroups.updateMembers': [
      {
        says: /must be added or deleted/,
        fields: {},
        msg: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      },
    ],
    'userGroups.updateSubgroups': [
      {
        says: /must be added or deleted/,
        fields: {},
        msg: 'Nothing to do. Specify at least one of "add" or "delete".',
      },
    ],
    'users.setStatus': [
      {
        says: /`emoji_name` is required/,
        fields: { emoji_code: '1f35e' },
        msg: 'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
      },
      {
        says: /`emoji_name` is required/,
        fields: { status_text: 'baking', reaction_type: 'unicode_emoji' },
        msg: 'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
      },
      {
        says: /at least one/,
        fields: {},
        msg: 'Client did not pass any new values.',
      },
    ],
    'scheduledMessages.create': [
      {
        says: /`topic` is required/,
        fields: { type: 'channel', to: '2', content: 'Later', scheduled_delivery_timestamp: '4000000000' },
        msg: 'Missing topic',
      },
    ],
    'messages.edit': [{ says: /at least one/, fields: {}, msg: 'Nothing to change' }],
    'reactions.remove': [
      {
        says: /at least one/,
        fields: {},
        msg: 'At least one of the following arguments must be present: emoji_name, emoji_code',
      },
    ],
  }

const cases = everyEndpoint.flatMap(({ name, endpoint, as, params }) =>
  (broken[name] ?? []).map((rule) => ({ name, endpoint, as, params, ...rule })),
)

describe('the rules between parameters', () => {
  it('are all tested', () => {
    for (const { name, rules = [] } of endpoints as readonly { name: EndpointName; rules?: { text: string }[] }[]) {
      for (const { text } of rules) {
        expect(
          broken[name]?.some((rule) => rule.says.test(text)),
          `${name}: ${text}`,
        ).toBe(true)
      }
    }
  })

  inEachWorld((open) => {
    it.each(cases)('$name: the server answers "$msg"', async ({ name, endpoint, as, params, fields, msg }) => {
      const world = await open()
      await prepare(world, name)
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
      const answer = await world.raw(as, endpoint.method, path, fields)
      expect(answer.json).toMatchObject({ result: 'error', msg })
    })

    it.each(cases)(
      '$name: the client rejects $fields before sending',
      async ({ name, endpoint, as, params, fields }) => {
        const world = await open()
        const inPath = Object.entries(params).filter(([key]) => endpoint.path.includes(`{${key}}`))
        const typed = Object.entries(fields).map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value])
        const refusal = await call(world.as(as), name, Object.fromEntries([...inPath, ...typed])).catch(
          (error: unknown) => error,
        )
        expect(refusal).toBeInstanceOf(InvalidParameterError)
        expect(endpoint.rules?.map(({ field }) => field)).toContain((refusal as InvalidParameterError).field)
      },
    )
  })
})
