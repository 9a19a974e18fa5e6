import { Bot, choices, poll, todo } from 'earshot'
import { parseTranscript, runTranscript, testBot, writeTranscript } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { play, save } from '../saved/saving.js'

function hostess(): Bot {
  const told = { description: 'Do it' }
  return new Bot()
    .command('menu', told, () =>
      choices({ heading: 'What shall it be?', options: ['soup', { label: 'Bread', reply: 'order bread' }] }),
    )
    .command('order <dish>', told, (ctx) => `${ctx.args.dish}, at once.`)
    .command('soup', told, () => 'It is hot.')
    .command('opening', told, () => todo({ title: 'Before opening', tasks: ['light the oven', 'rye'] }))
    .command('which', told, () => poll({ question: 'Which bread?', options: ['rye', 'spelt'] }))
    .command('close', told, async (ctx) => {
      const sure = await ctx.ask('Close the shop?', { choices: ['yes', 'no'] })
      return sure === 'yes' ? 'Closed.' : 'Open.'
    })
    .command('count', told, async (ctx) => {
      const narrow = [{ operator: 'stream', operand: 'kitchen' }]
      const { messages } = await ctx.client.messages.list({ anchor: 'newest', num_before: 20, num_after: 0, narrow })
      const found = messages.findLast(({ submessages }) => submessages[0]?.content.includes('"poll"'))
      const { options } = await ctx.votes({ id: found?.id ?? 0 } as never)
      return options.map(({ text, voters }) => `${text}: ${voters.length}`).join(', ')
    })
}

const run = (text: string) => runTranscript(text, { bot: hostess, file: 'shop.chat' })

const conversation = `# kitchen > bread
Hamlet: @**Echo** menu
Echo:
  What shall it be?

  * soup
  * Bread: \`order bread\`
Iago presses "Bread"
Echo: bread, at once.
Iago: @**Echo** close
Echo: Close the shop?
Iago presses "yes"
Echo: Closed.
Hamlet presses "soup" in "What shall it be?…"
Echo: It is hot.
Hamlet: @**Echo** which
Echo:
  /poll Which bread?
  * rye
  * spelt
Hamlet votes "rye"
Iago votes "rye" in "/poll Which bread?…"
Iago takes back "rye"
Iago adds "oat"
Iago votes "oat"
Cordelia votes "OAT"
Hamlet: @**Echo** opening
Echo:
  /todo Before opening
  * light the oven
  * rye
Cordelia ticks "rye"
Cordelia adds "flour: 3 bags"
Cordelia ticks "flour"
Hamlet: @**Echo** count
Echo: rye: 1, spelt: 0, oat: 2
`

describe('widgets in transcripts', () => {
  it('are shown as text and used by their labels', async () => {
    const { diff, updated } = await run(conversation)
    expect(diff).toBe('')
    expect(updated).toBe(conversation)
    expect(writeTranscript(parseTranscript(conversation))).toBe(conversation)
  })

  it('work in direct conversations, where a button needs no mention', async () => {
    const text = '# Iago, Echo\nIago: close\nEcho: Close the shop?\nIago presses "no"\nEcho: Open.\n'
    expect((await run(text)).diff).toBe('')
  })

  it.each([
    ['Iago presses "cake"', 'There is no button "cake"; there is "soup", "Bread"'],
    ['Iago votes "rye"', 'there is no message there with a poll'],
    ['Iago takes back "rye"', 'there is no message there with a poll'],
    ['Iago ticks "rye"', 'there is no message there with a list of tasks'],
    ['Iago adds "rye"', 'there is no message there with a poll or a list of tasks'],
    ['Iago votes "rye" in "@**Echo** menu"', 'has no poll'],
    ['Iago adds "rye" in "@**Echo** menu"', 'has no poll or list of tasks'],
    ['Iago presses "rye" in "nothing"', 'there is no message there that is "nothing"'],
    ['Iago presses "{{id:order}}"', 'a name that the bot’s text above captured'],
    ['Echo presses "soup"', 'a person'],
    ['Iago presses yes', 'something like: presses "yes"'],
    ['Iago presses', 'something like: presses "yes"'],
    ['Iago presses ""', 'something like: presses "yes"'],
    ['Iago presses "soup":', 'something like: presses "yes"'],
    [
      'Iago takes back rye',
      'something like: takes back :tada:, or takes back :tada: from "the text", or takes back "rye"',
    ],
    ['Iago pressses "soup"', 'Iago presses …'],
  ])('are rejected for the line: %s', async (line, problem) => {
    const text = `# kitchen > bread\nIago: @**Echo** menu\nEcho: {{lines}}\n${line}\n`
    const failed = await run(text).then(String, String)
    expect(failed).toContain('shop.chat:4')
    expect(failed).toContain(problem)
  })

  it('fail if the server refuses the action', async () => {
    const text = `# kitchen > bread\nIago: @**Echo** which\nEcho: {{lines}}\nIago deletes "@**Echo** which"\n`
    await expect(run(`${text}Iago votes "rye" in "@**Echo** which"\n`)).rejects.toThrow('shop.chat:5')
  })

  it('get a conversation heading in an update when the bot posts elsewhere in between', async () => {
    const text =
      '# kitchen > bread\nIago: @**Echo** which\nEcho: {{lines}}\n\n# Iago, Echo\nIago: soup\n\n# kitchen > bread\nIago votes "rye"\n'
    const { updated } = await run(text)
    expect(updated).toContain('Iago: soup\nEcho: It is hot.\n\n# kitchen > bread\nIago votes "rye"\n')
  })
})

describe('a saved conversation', () => {
  it('contains the actions on widgets, and passes with the same bot', async () => {
    const chat = await testBot(hostess)
    const [iago, hamlet] = [chat.as('Iago'), chat.as('Hamlet')]
    const kitchen = { channel: 'kitchen', topic: 'bread' }
    await iago.say('@**Echo** menu', kitchen)
    await iago.press('Bread')
    await hamlet.say('@**Echo** close', kitchen)
    await hamlet.press('yes')
    await iago.press(
      'soup',
      chat.simulator.messages(kitchen).find(({ content }) => content.startsWith('What shall')),
    )
    await iago.say('@**Echo** which', kitchen)
    await iago.vote('spelt')
    await hamlet.vote('rye')
    const { id: message_id = 0 } = chat.simulator.messages(kitchen).at(-1) ?? {}
    const attach = (data: object) =>
      chat.simulator.realm.call(
        'submessages.send',
        chat.simulator.realm.account('Hamlet'),
        { message_id, msg_type: 'widget', content: JSON.stringify(data) },
        { client: 'website' },
      )
    attach({ type: 'vote', key: 'canned,0', vote: -1 })
    attach({ type: 'new_option', idx: 1, option: 'oat' })
    attach({ type: 'vote', key: `${chat.simulator.realm.account('Hamlet').id},1`, vote: 1 })
    attach({ type: 'vote', key: 'canned,17', vote: 1 })
    await iago.say('@**Echo** opening', kitchen)
    await iago.tick('rye')
    await iago.say('@**Echo** count', kitchen)
    const saved = await save(chat, { bot: 'Echo' })
    const lines = saved.text.split('\n').filter((line) => /presses|votes|takes back|adds|ticks|\/\/ Hamlet/.test(line))
    expect(lines).toEqual([
      'Iago presses "Bread"',
      'Hamlet presses "yes"',
      // Not the newest buttons: it is the message that it sends.
      'Iago votes "spelt"',
      'Hamlet votes "rye"',
      'Hamlet takes back "rye"',
      'Hamlet adds "oat"',
      'Hamlet votes "oat"',
      'Iago ticks "rye"',
    ])
    const { diff } = await play(saved, hostess)
    expect(diff).toBe('')
    await chat.close()
  })
})
