import { adding, asCode, Composer, md } from 'earshot'

/** Commands that look people and groups up. */
export function peopleCommands() {
  // Looked up once for each message, when a command of this composer takes it.
  const withGroups = adding(async ({ client, signal }) => ({
    groups: (await client.userGroups.list({}, { signal })).user_groups,
  }))

  return new Composer()
    .use(withGroups)
    .command(
      'groups of <who:user>',
      { description: 'Show the groups that somebody is in', examples: ['groups of @**Iago**'] },
      async (ctx) => {
        const user = await ctx.args.who.lookUp()
        const groups = ctx.groups.filter((group) => !group.is_system_group && group.members.includes(user.user_id))
        const name = `**${md.escape(user.full_name)}**`
        if (groups.length === 0) return `${name} is in no group.`
        return `${name} is in ${groups.map((group) => asCode(group.name)).join(', ')}.`
      },
    )
    .command('size of <group:group>', { description: 'Count the members of a group' }, async (ctx) => {
      const group = await ctx.args.group.lookUp()
      return `${asCode(group.name)} has ${group.members.length} members of its own.`
    })
}
