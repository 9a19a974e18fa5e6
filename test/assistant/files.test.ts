import { Bot } from 'earshot'
import { assistant, openAiModel } from 'earshot/assistant'
import { fakeModelApi, testBot } from 'earshot/testing'
import { expect, it } from 'vitest'

async function asked(options: { readonly files?: boolean }) {
  const api = fakeModelApi({ answers: ['Soup.'] })
  const model = openAiModel({ url: 'https://model.example/v1', model: 'small', fetch: api.fetch })
  const chat = await testBot(new Bot().onMention(assistant({ model, ...options })))
  await chat.as('iago').say('@**Echo** what is this?', {
    channel: 'kitchen',
    topic: 'menus',
    files: [
      { name: 'menu.txt', data: 'Rye' },
      { name: 'plan.png', data: new Uint8Array([1, 2, 255]) },
      { name: 'film.mp4', data: 'a film' },
      { name: 'long.txt', data: new Uint8Array(5_000_001) },
    ],
  })
  await chat.close()
  return { content: Object(api.requests[0]).messages[0].content, log: chat.log }
}

it('gives the model the images and text files if it is asked to', async () => {
  const { content, log } = await asked({ files: true })
  expect(content).toEqual([
    { type: 'text', text: expect.stringContaining('what is this?') },
    { type: 'text', text: 'menu.txt:\nRye' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AQL/' } },
    { type: 'text', text: expect.stringContaining('long.txt:\nThis file could not be read: ') },
  ])
  expect(log.filter(({ level }) => level === 'warn')).toMatchObject([{ fields: { file: 'long.txt' } }])
})

it('gives the model only text otherwise', async () => {
  expect((await asked({})).content).toEqual(expect.stringContaining('what is this?'))
})
