import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createFiles } from './bot.js'
import { isUnused, sizeText } from './list.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

/** It belongs to Iago, who has one file, to which a message links. */
async function open(options: TestBotOptions = {}): Promise<TestChat> {
  chat = await testBot(createFiles, {
    account: 'Files',
    withOwner: true,
    simulator: { organisation: bakeryWith(bundledBots) },
    ...options,
  })
  return chat
}

describe('Files', () => {
  it('asks for confirmation with the number of uses before it deletes a file', async () => {
    const chat = await open()
    expect(await chat.as('iago').dm('delete file 1')).toHaveReplied(
      'This deletes `oven-manual.txt` (18 bytes) for good; a message links to it. Go on? yes / no',
    )
    await chat.as('iago').dm('no')
    expect(chat.effects()).toEqual([])
  })

  it('deletes only the unused files that it listed', async () => {
    const chat = await open()
    const { realm } = chat.simulator
    const upload = (name: string) =>
      realm.call('files.upload', realm.account('iago'), { file: new File(['flour'], name) })
    upload('a.txt')
    await chat.as('iago').dm('delete unused')
    upload('b.txt')
    expect(await chat.as('iago').dm('yes')).toHaveReplied('The file is deleted.')
    expect(await chat.as('iago').dm('files unused')).toHaveReplied(/b\.txt/)
  })

  it("refuses without the owner's credentials", async () => {
    const chat = await open({ withOwner: false })
    expect(await chat.as('iago').dm('delete unused')).toHaveReplied(/only for the person that I belong to/)
  })

  it('refuses in a conversation with others', async () => {
    const chat = await open()
    const replies = await chat.as('iago').say('@**Files** files', { dm: ['iago', 'hamlet', 'Files'] })
    expect(replies).toHaveReplied(/others would read it/)
  })

  it('treats a file without usage data as used', () => {
    const file = { id: 1, name: 'a.txt', path_id: '2/ab/a.txt', size: 1, create_time: 0 }
    expect(isUnused(file)).toBe(false)
    expect(isUnused({ ...file, message_ids: [] })).toBe(true)
  })

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KB'],
    [20_000, '20 KB'],
    [5 * 1024 ** 2, '5.0 MB'],
    [3000 * 1024 ** 3, '3000 GB'],
  ])('formats %i bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})
