import { asCode, Bot, md } from 'earshot'
import { presenceText } from '../presence.js'
import { sayRefusal } from '../refusals.js'
import { cardOf } from './card.js'
import { findGroup, findPerson } from './find.js'

/** Tells who somebody is, whether they are there, and whether they belong to a group. */
export function createWhois(): Bot {
  const bot = new Bot({ name: 'whois' })

  bot.command(
    'whois <who...>',
    {
      description: 'Look a person up by address, ID or mention',
      examples: ['whois iago@example.com', 'whois 8', 'whois @_**Iago**'],
    },
    async ({ client, args, clock, signal }) => {
      const person = await findPerson(client, args.who, signal)
      const { presences, server_timestamp } = await client.presence.list({}, { signal })
      return cardOf(person, presenceText(presences[person.email], server_timestamp), new Date(clock.now()))
    },
  )

  bot.command(
    'is <who> in <group...>',
    {
      description: 'Check whether somebody belongs to a group',
      examples: ['is iago@example.com in bakers'],
    },
    async ({ client, args, signal }) => {
      const person = await findPerson(client, args.who, signal)
      const group = await findGroup(client, args.group, signal)
      const pair = { user_group_id: group.id, user_id: person.user_id }
      const name = `**${md.escape(person.full_name)}**`
      const { is_user_group_member } = await client.userGroups.isMember(pair, { signal })
      if (!is_user_group_member) return `${name} is not in ${asCode(group.name)}.`
      const direct = await client.userGroups.isMember({ ...pair, direct_member_only: true }, { signal })
      return `${name} is in ${asCode(group.name)}${direct.is_user_group_member ? '' : ', through a subgroup'}.`
    },
  )

  return bot.catch(sayRefusal)
}
