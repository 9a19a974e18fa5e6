import fc from 'fast-check'
import {
  channelOf,
  channelWord,
  isOpen,
  type Model,
  type ModelMessage,
  maySend,
  type Person,
  person,
  readableMessage,
  topicNamed,
  topicOfMessage,
} from './model.js'
import { done, refused, rule } from './rule.js'

export const anyChannel = fc.constantFrom(1, 2, 2, 2, 3, 4, 5, 99)
export const anyTopic = fc.constantFrom('lunch', 'Lunch', 'oven', ' lunch ', '', '(no topic)', 'general chat')
const anyContent = fc.constantFrom('Bread?', 'Soup.', 'Soup.', ' ')
/** Messages of the seed, and of those that are sent the first. */
const anyMessage = fc.oneof(fc.integer({ min: 100, max: 111 }), fc.integer({ min: 111, max: 150 }))
const anybody: fc.Arbitrary<number> = fc.constantFrom(7, 8, 10, 12, 13)

/** Messages: sending, reading, changing, deleting, reacting. */
export const messageRules = {
  sendToChannel: rule({
    args: fc.record({
      type: fc.constantFrom('stream', 'channel'),
      to: anyChannel,
      topic: anyTopic,
      content: anyContent,
    }),
    call: (fields) => ({ method: 'POST', path: '/messages', fields }),
    expect(model, caller, { type, to, topic: given, content }) {
      if (type === 'channel' && model.level < 248) return refused('Invalid type')
      const topic = topicOfMessage(model, given)
      if (topic === '' && model.level < 334) return refused("Topic can't be empty!")
      if (content.trim() === '') return refused('Message must not be empty')
      const channel = channelOf(to)
      if (channel === undefined) {
        tellOwner(model, caller, to)
        return refused(`Channel with ID '${to}' does not exist`, 'STREAM_DOES_NOT_EXIST')
      }
      if (!maySend(model, caller, to))
        return refused(`Not authorized to send to ${channelWord(model)} '${channel.name}'`)
      return sent(model, { sender: caller.id, place: { channel: to, topic }, content })
    },
  }),

  sendDirectly: rule({
    args: fc.record({
      type: fc.constantFrom('direct', 'private'),
      to: fc.oneof(
        { weight: 5, arbitrary: fc.array(anybody, { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.constant([10, 99]) },
      ),
      content: anyContent,
    }),
    call: (fields) => ({ method: 'POST', path: '/messages', fields }),
    expect(model, caller, { type, to, content }) {
      if (type === 'direct' && model.level < 174) return refused('Invalid type')
      if (to.includes(99)) return refused('Invalid user ID 99')
      if (to.length === 0) return refused('Message must have recipients')
      if (content.trim() === '') return refused('Message must not be empty')
      const users = [...new Set([caller.id, ...to])]
      return sent(model, { sender: caller.id, place: { users }, content })
    },
  }),

  read: rule({
    args: fc.record({ id: anyMessage, showsEmpty: fc.boolean() }),
    call: ({ id, showsEmpty }) => ({
      method: 'GET',
      path: `/messages/${id}`,
      fields: { apply_markdown: false, allow_empty_topic_name: showsEmpty },
    }),
    expect(model, caller, { id, showsEmpty }) {
      const message = readableMessage(model, caller, id)
      if (message === undefined) return refused('Invalid message(s)')
      const { place } = message
      const topic = 'channel' in place ? place.topic : ''
      // Older servers don't know the parameter.
      const keepsEmpty = showsEmpty && model.level >= 334
      const shown = topic === '' && 'channel' in place && !keepsEmpty ? 'general chat' : topic
      return {
        ok: {
          raw_content: message.content,
          message: {
            id,
            sender_id: message.sender,
            content: message.content,
            subject: shown,
            type: 'channel' in place ? 'stream' : 'private',
          },
        },
      }
    },
  }),

  list: rule({
    args: fc.record({ channel: fc.constantFrom(1, 2) }),
    call: ({ channel }) => ({
      method: 'GET',
      path: '/messages',
      fields: {
        narrow: [{ operator: 'stream', operand: channel }],
        anchor: 'newest',
        num_before: 5000,
        num_after: 0,
        apply_markdown: false,
        allow_empty_topic_name: true,
      },
    }),
    expect(model, _, { channel }) {
      const shown = (topic: string) => (topic === '' && model.level < 334 ? 'general chat' : topic)
      const there = [...model.messages.values()].flatMap(({ id, content, place }) =>
        'channel' in place && place.channel === channel ? [{ id, content, subject: shown(place.topic) }] : [],
      )
      return { ok: { found_newest: true, messages: there.sort((one, other) => one.id - other.id) } }
    },
  }),

  edit: rule({
    args: fc.record({ id: anyMessage, content: fc.constantFrom('Rolls?', 'Rye.') }),
    call: ({ id, content }) => ({ method: 'PATCH', path: `/messages/${id}`, fields: { content } }),
    expect(model, caller, { id, content }) {
      const message = readableMessage(model, caller, id)
      if (message === undefined) return refused('Invalid message(s)')
      if (message.sender !== caller.id) return refused("You don't have permission to edit this message")
      if (message.isOld) return refused('The time limit for editing this message has passed')
      message.content = content
      return done
    },
  }),

  delete: rule({
    args: fc.record({ id: anyMessage }),
    call: ({ id }) => ({ method: 'DELETE', path: `/messages/${id}` }),
    expect(model, caller, { id }) {
      const message = readableMessage(model, caller, id)
      if (message === undefined) return refused('Invalid message(s)')
      const isOwn = message.sender === caller.id || model.people.get(message.sender)?.ownerId === caller.id
      if (!caller.isAdministrator && !isOwn) return refused("You don't have permission to delete this message")
      if (!caller.isAdministrator && message.isOld) {
        return refused('The time limit for deleting this message has passed')
      }
      model.messages.delete(id)
      return done
    },
  }),

  react: rule({
    args: fc.record({
      id: anyMessage,
      emoji: fc.constantFrom('heart', 'tada', 'no_such_emoji'),
      method: fc.constantFrom('POST', 'DELETE'),
    }),
    call: ({ id, emoji, method }) => ({ method, path: `/messages/${id}/reactions`, fields: { emoji_name: emoji } }),
    expect(model, caller, { id, emoji, method }) {
      const message = readableMessage(model, caller, id)
      if (message === undefined) return refused('Invalid message(s)')
      if (emoji === 'no_such_emoji') return refused(`Emoji '${emoji}' does not exist`)
      const own = `${caller.id} ${emoji}`
      const has = message.reactions.has(own)
      if (method === 'POST' && has) return refused('Reaction already exists.', 'REACTION_ALREADY_EXISTS')
      if (method === 'DELETE' && !has) return refused("Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST')
      if (method === 'POST') message.reactions.add(own)
      else message.reactions.delete(own)
      return done
    },
  }),

  deleteTopic: rule({
    args: fc.record({ channel: anyChannel, topic: anyTopic }),
    call: ({ channel, topic }) => ({
      method: 'POST',
      path: `/streams/${channel}/delete_topic`,
      fields: { topic_name: topic },
    }),
    expect(model, caller, { channel, topic: given }) {
      if (!caller.isAdministrator) {
        return refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
      }
      if (!isOpen(model, caller, channel)) return refused(`Invalid ${channelWord(model)} ID`)
      const topic = topicNamed(model, given).toLowerCase()
      for (const [id, { place }] of model.messages) {
        if ('channel' in place && place.channel === channel && place.topic.toLowerCase() === topic) {
          model.messages.delete(id)
        }
      }
      return { ok: model.level >= 211 ? { complete: true } : { complete: undefined } }
    },
  }),
}

function sent(model: Model, what: Pick<ModelMessage, 'sender' | 'place' | 'content'>) {
  return {
    ok: {},
    learn({ id }: Record<string, unknown>) {
      if (id !== model.lastMessageId + 1) throw new Error(`The new message has the ID ${String(id)}.`)
      keep(model, what)
    },
  }
}

function keep(model: Model, what: Pick<ModelMessage, 'sender' | 'place' | 'content'>): void {
  model.lastMessageId += 1
  const id = model.lastMessageId
  model.messages.set(id, { ...what, id, isOld: false, reactions: new Set() })
}

/** The server writes to a bot's owner when the bot writes to a channel that is not there. */
function tellOwner(model: Model, bot: Person, channel: number): void {
  if (bot.ownerId === null || model.ownerTold.has(bot.id)) return
  model.ownerTold.add(bot.id)
  if (!person(model, bot.ownerId).isActive) return
  const content = `Your bot \`${bot.email}\` tried to send a message to ${channelWord(model)} ID ${channel}, but there is no ${channelWord(model)} with that ID.`
  keep(model, { sender: serverAccount, place: { users: [serverAccount, bot.ownerId] }, content })
}

/** The account that speaks for the server has the lowest ID that the seed leaves free. */
const serverAccount = 1
