import { escapeMentions, md } from 'earshot'
import type { Channel, ChannelFolder } from 'earshot/protocol'

/** Folders in their order, each with its channels, and the channels that are in none. */
export function folderList(folders: readonly ChannelFolder[], channels: readonly Channel[]): string {
  const isIn = ({ id }: ChannelFolder) => channels.filter(({ folder_id }) => folder_id === id)
  const loose = channels.filter(({ folder_id }) => folder_id === null || folder_id === undefined)
  const lines = folders.map((folder) => `- ${titleOf(folder)}: ${linksTo(isIn(folder))}`)
  if (loose.length > 0) lines.push(`- In no folder: ${linksTo(loose)}`)
  return lines.join('\n')
}

function titleOf({ name, description, is_archived }: ChannelFolder): string {
  const title = `**${md.escape(name)}**${is_archived ? ', archived' : ''}`
  // The description is Markdown; on one line it stays an item of the list.
  return description === '' ? title : `${title} (${escapeMentions(description.replace(/\s+/g, ' '))})`
}

const linksTo = (channels: readonly Channel[]) =>
  channels.length === 0 ? 'empty' : channels.map((channel) => md.channelLink(channel)).join(', ')
