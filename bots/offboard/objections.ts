import { asCode, type Context, md } from 'earshot'
import type { Objection } from 'earshot/protocol'

/** What uses a group, one line each, by names rather than by IDs. */
export async function objectionsText({ client, signal }: Context, objections: readonly Objection[]): Promise<string> {
  if (objections.length === 0) return '* The server does not say by what.'
  const [{ user_groups }, { streams }] = await Promise.all([
    client.userGroups.list({}, { signal }),
    client.streams.list({ exclude_archived: false }, { signal }),
  ])
  const group = (id: number | undefined) => {
    const found = user_groups.find((one) => one.id === id)
    return found ? md.silentGroup(found) : `group ${id}`
  }
  const channel = (id: number | undefined) => {
    const found = streams.find(({ stream_id }) => stream_id === id)
    return found ? md.channelLink(found) : `channel ${id}`
  }
  return objections.map((objection) => `* ${line(objection)}`).join('\n')

  function line({ type, settings = [], supergroup_ids = [], channel_id, group_id }: Objection): string {
    const use = `uses it for ${settings.map(asCode).join(', ')}`
    switch (type) {
      case 'subgroup':
        return `It is a part of ${supergroup_ids.map(group).join(', ')}.`
      case 'channel':
        return `${channel(channel_id)} ${use}.`
      case 'user_group':
        return `${group(group_id)} ${use}.`
      case 'realm':
        return `The organization ${use}.`
      default:
        return `There is a use of another kind: ${asCode(type)}.`
    }
  }
}
