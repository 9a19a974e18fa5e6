import { describe, expect, it } from 'vitest'
import { readableUpload } from '../../../src/simulator/realm/organisation/uploads.js'
import { openBakery, opening } from './bakery.js'

const day = 24 * 60 * 60

describe('uploaded files', () => {
  const file = new File(['sourdough'], 'recipe für Brot.txt')

  it('are listed for their owner, with the messages that link to them', () => {
    const { as } = openBakery()
    expect(as('iago').call('attachments.list')).toEqual({
      attachments: [
        {
          id: 1,
          name: 'oven-manual.txt',
          path_id: '2/ab/oven-manual/oven-manual.txt',
          size: 18,
          create_time: opening - 2 * day,
          message_ids: [103],
        },
      ],
      upload_space_used: 18,
    })
    expect(as('othello').call('attachments.list')).toEqual({ attachments: [], upload_space_used: 0 })
  })

  it('are deleted with the last message that links to them', () => {
    const bakery = openBakery()
    const { url, filename } = bakery.as('othello').call('files.upload', { file })
    expect(filename).toBe('recipe für Brot.txt')
    expect(url).toMatch(/^\/user_uploads\/2\/[0-9a-f]{2}\/[A-Za-z0-9]{24}\/recipe-für-Brot\.txt$/)
    const ids = [1, 2].map(() => bakery.say('othello', { channel: 'kitchen', topic: 'files' }, `[recipe](${url})`))
    const own = () =>
      bakery
        .as('othello')
        .call('attachments.list')
        .attachments.map((one) => one.message_ids)
    expect(own()).toEqual([ids])
    bakery.as('othello').call('messages.delete', { message_id: ids[0] ?? 0 })
    expect(own()).toEqual([[ids[1]]])
    bakery.as('othello').call('messages.delete', { message_id: ids[1] ?? 0 })
    expect(own()).toEqual([])
    expect(bakery.eventsOf('attachment').map((event) => event.op)).toEqual([
      'add',
      'update',
      'update',
      'update',
      'remove',
    ])
  })

  it('are accessible to their owner and to those with access to a linking message', () => {
    const bakery = openBakery()
    const { url } = bakery.as('othello').call('files.upload', { file })
    const path = url.replace('/user_uploads/', '')
    const fetchable = (who: string) => {
      try {
        return readableUpload(bakery.realm.world, bakery.realm.account(who), path).name === file.name
      } catch {
        return false
      }
    }
    expect([fetchable('othello'), fetchable('iago')]).toEqual([true, false])
    bakery.say('othello', { to: [8] }, `See ${url}`)
    expect([fetchable('iago'), fetchable('hamlet')]).toEqual([true, false])
  })

  it('are not made accessible by a link of somebody who has no access to them', () => {
    const bakery = openBakery()
    const { url } = bakery.as('othello').call('files.upload', { file })
    bakery.say('iago', { channel: 'kitchen', topic: 'files' }, `[recipe](${url})`)
    const { world } = bakery.realm
    expect(() => readableUpload(world, bakery.realm.account('hamlet'), url.replace('/user_uploads/', ''))).toThrow(
      'You are not authorized to view this file.',
    )
    expect(bakery.as('othello').call('attachments.list').attachments[0]?.message_ids).toEqual([])
  })

  it('are deleted after some weeks if no message links to them', () => {
    const bakery = openBakery()
    const unused = () => bakery.as('hamlet').call('attachments.list').attachments.length
    bakery.clock.advance((35 - 3) * day * 1000 - 1)
    expect(unused()).toBe(1)
    bakery.clock.advance(1)
    expect(unused()).toBe(0)
    bakery.clock.advance(365 * day * 1000)
    expect(bakery.as('iago').call('attachments.list').attachments).toHaveLength(1)
  })

  it('that an edit unlinked are returned in its answer, and deleted later', () => {
    const bakery = openBakery()
    const { url } = bakery.as('othello').call('files.upload', { file })
    const message_id = bakery.say('othello', { channel: 'kitchen', topic: 'files' }, `[recipe](${url})`)
    const answer = bakery.as('othello').call('messages.edit', { message_id, content: 'No recipe' })
    expect(answer.detached_uploads).toMatchObject([{ name: 'recipe für Brot.txt', message_ids: [] }])
    bakery.clock.advance(35 * day * 1000)
    expect(bakery.as('othello').call('attachments.list').attachments).toEqual([])
  })

  it.each([
    ['iago', 2],
    ['hamlet', 1],
    ['hamlet', 99],
  ])("by %s can't be deleted: file %i", (who, attachment_id) => {
    expect(openBakery().as(who).refused('attachments.delete', { attachment_id }).msg).toBe('Invalid attachment')
  })

  it('can be deleted by their owner', () => {
    const bakery = openBakery()
    expect(bakery.as('hamlet').call('attachments.delete', { attachment_id: 2 })).toEqual({})
    expect(bakery.as('hamlet').refused('attachments.delete', { attachment_id: 2 }).msg).toBe('Invalid attachment')
    expect(bakery.eventsOf('attachment')).toMatchObject([{ op: 'remove', attachment: { id: 2 }, audience: [10] }])
  })

  it('have a size limit', () => {
    const bakery = openBakery({ assumptions: { uploadMebibytes: 1 } })
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.bin')
    expect(bakery.as('hamlet').refused('files.upload', { file: large }).msg).toBe(
      "File is larger than this server's configured maximum upload size (1 MiB).",
    )
  })
})
