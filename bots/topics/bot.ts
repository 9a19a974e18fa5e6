import { asCode, Bot, type CommandContext, UserError } from 'earshot'
import { visibilityPolicies } from 'earshot/protocol'
import { requireOwner } from '../owner.js'
import { sayRefusal } from '../refusals.js'
import { Confirmations } from './confirmations.js'

export interface TopicsOptions {
  /** What time it is, in milliseconds; the machine's unless given. */
  readonly now?: () => number
}

/** Follows, mutes and deletes topics: for its owner what is the owner's own, for administrators what is theirs. */
export function createTopics({ now = Date.now }: TopicsOptions = {}): Bot {
  const bot = new Bot({ name: 'topics' })
  const confirmations = new Confirmations(now, confirmWithin)

  for (const { verb, done, policy, description } of preferences) {
    bot.command(`${verb} [topic...]`, { description }, async (ctx) => {
      const { stream_id, topic } = topicOf(ctx)
      // A visibility policy belongs to the account that sets it, so only the owner's own account will do.
      const owner = requireOwner(ctx, `${verb} topics`)
      await owner.topics.setVisibility({ stream_id, topic, visibility_policy: policy }, { signal: ctx.signal })
      return `${done} ${named(topic)} for you.`
    })
  }

  bot.command(
    'delete topic [topic...]',
    { description: 'Delete all messages of a topic, for administrators; asks first' },
    async (ctx) => {
      const { stream_id, topic, isHere } = topicOf(ctx)
      await ctx.requireAdministrator()
      confirmations.ask(ctx.sender.id, stream_id, topic)
      const answer = asCode(`confirm delete${isHere ? '' : ` ${topic}`}`)
      return `This deletes every message in ${named(topic)}, for everybody and for good. Say ${answer} within five minutes to go on.`
    },
  )

  bot.command('confirm delete [topic...]', { description: 'Say yes to deleting a topic' }, async (ctx) => {
    const { stream_id, topic, isHere } = topicOf(ctx)
    // Asked anew: the role may have been taken away since.
    await ctx.requireAdministrator()
    if (!confirmations.take(ctx.sender.id, stream_id, topic)) {
      throw new UserError(`There is nothing to confirm for ${named(topic)}. Begin with ${asCode('delete topic')}.`)
    }
    const { requests } = await ctx.client.streams.deleteWholeTopic(
      { stream_id, topic_name: topic },
      { signal: ctx.signal },
    )
    const report = `Every message in ${named(topic)} is deleted${requests > 1 ? `, in ${requests} steps` : ''}.`
    if (!isHere) return report
    // A reply in the topic would be the first message of a new topic of that name.
    await ctx.client.messages.send({ type: 'direct', to: [ctx.sender.id], content: report }, { signal: ctx.signal })
    return undefined
  })

  return bot.catch(sayRefusal)
}

/** Milliseconds. */
const confirmWithin = 5 * 60 * 1000

const { followed, muted, none } = visibilityPolicies

const preferences = [
  { verb: 'follow', done: 'I followed', policy: followed, description: 'Follow a topic, for my owner' },
  { verb: 'mute', done: 'I muted', policy: muted, description: 'Mute a topic, for my owner' },
  { verb: 'unmute', done: 'I unmuted', policy: none, description: 'Neither mute nor follow a topic, for my owner' },
] as const

type TopicContext = CommandContext<{ readonly topic?: string | undefined }>

/** The topic that is meant: the one named, in the channel where it is named, or the one that the message is in. */
function topicOf(ctx: TopicContext): { stream_id: number; topic: string; isHere: boolean } {
  const { message, args } = ctx
  if (message.type !== 'stream') throw new UserError('Ask me in the channel of the topic, please.')
  const topic = args.topic ?? message.subject
  return { stream_id: message.stream_id, topic, isHere: topic.toLowerCase() === message.subject.toLowerCase() }
}

const named = (topic: string) => (topic === '' ? 'the topic without a name' : asCode(topic))
