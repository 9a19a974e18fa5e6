import { asCode, Bot, md } from 'earshot'
import { presenceText } from '../presence.js'
import { sayRefusal } from '../refusals.js'
import { cardOf } from './card.js'
import { findGroup, findPerson, isInSubgroup } from './find.js'

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
      const { group, groups } = await findGroup(client, args.group, signal)
      const name = `**${md.escape(person.full_name)}**`
      if (group.members.includes(person.user_id)) return `${name} is in ${asCode(group.name)}.`
      const isMember = await isInSubgroup(client, person, group, groups, signal)
      return `${name} is ${isMember ? '' : 'not '}in ${asCode(group.name)}${isMember ? ', through a subgroup' : ''}.`
    },
  )

  return bot.catch(sayRefusal)
}
