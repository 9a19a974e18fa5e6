import { Bot, type Context, md, UserError } from 'earshot'
import type { Attachment } from 'earshot/protocol'
import { requireOwner } from '../owner.js'
import { requirePrivacy } from '../privately.js'
import { sayRefusal } from '../refusals.js'
import { fileList, isUnused, sizeText, usesOf } from './list.js'

/** Lists and deletes the files that its owner has uploaded, for its owner alone. */
export function createFiles(): Bot {
  const bot = new Bot({ name: 'files' })

  bot.command(
    'files [which:all|unused]',
    { description: 'List your files, or those that no message links to' },
    async (ctx) => {
      const { attachments, upload_space_used } = await ownFiles(ctx)
      const listed = ctx.args.which === 'unused' ? attachments.filter(isUnused) : attachments
      if (listed.length === 0)
        return ctx.args.which === 'unused' ? 'Messages link to all of your files.' : 'You have no files.'
      return `${fileList(listed)}\n\nYour files take ${sizeText(upload_space_used)} in all.`
    },
  )

  bot.command(
    'delete file <id:integer>',
    { description: 'Delete one of your files; asks first', examples: ['delete file 12'] },
    async (ctx) => {
      const { attachments, owner } = await ownFiles(ctx)
      const file = await ctx.once('file', () => fileOf(attachments, ctx.args.id))
      const answer = await ctx.ask(
        `This deletes ${md.code(file.name)} (${sizeText(file.size)}) for good; ${usesOf(file)}. Go on? yes / no`,
        { choices: ['yes', 'no'], timeout: '5m' },
      )
      if (answer === 'no') return 'It stays.'
      await owner.attachments.delete({ attachment_id: file.id }, { signal: ctx.signal })
      return `${md.code(file.name)} is deleted.`
    },
  )

  bot.command(
    'delete unused',
    { description: 'Delete all of your files that no message links to; asks first' },
    async (ctx) => {
      const { attachments, owner } = await ownFiles(ctx)
      const unused = await ctx.once('unused', () => attachments.filter(isUnused))
      if (unused.length === 0) return 'Messages link to all of your files.'
      const answer = await ctx.ask(`This deletes these files for good. Go on? yes / no\n\n${fileList(unused)}`, {
        choices: ['yes', 'no'],
        timeout: '5m',
      })
      if (answer === 'no') return 'They stay.'
      for (const { id } of unused) await owner.attachments.delete({ attachment_id: id }, { signal: ctx.signal })
      return unused.length === 1 ? 'The file is deleted.' : `All ${unused.length} files are deleted.`
    },
  )

  return bot.catch(sayRefusal)
}

/**
 * The files of the bot's owner.
 *
 * @throws {UserError} for everybody else, and where others would read along.
 */
async function ownFiles(ctx: Context) {
  // Files belong to the account that uploaded them, so only the owner's own account will do.
  const owner = requireOwner(ctx, 'list and delete files')
  requirePrivacy(ctx)
  const { attachments, upload_space_used } = await owner.attachments.list({}, { signal: ctx.signal })
  return { attachments, upload_space_used, owner }
}

function fileOf(files: readonly Attachment[], id: number): Attachment {
  const file = files.find((one) => one.id === id)
  if (file === undefined) throw new UserError(`You have no file ${id}. Say ${md.code('files')} for a list.`)
  return file
}
