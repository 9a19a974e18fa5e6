import { Bot, md, RetryError, stream } from 'earshot'
import { runTranscript } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { transcriptFailure } from '../../../src/testing/player/run.js'

/** Does each thing that a bot can do, when it is told to. */
function handy(): Bot {
  const bot = new Bot()
  bot.onMention(async (ctx) => {
    const { text, client, message } = ctx
    if (text === 'react') await client.reactions.add({ message_id: message.id, emoji_name: 'tada' })
    else if (text === 'upload') {
      const { url } = await client.files.upload({ file: new File(['rye,3\n'], 'stock.csv') })
      return `See [stock.csv](${url})`
    } else if (text === 'work') {
      const { id } = await client.messages.send({ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'Working' })
      await client.messages.edit({ message_id: id, content: 'Done' })
      await client.messages.delete({ message_id: id })
    } else if (text === 'move') {
      await client.messages.edit({ message_id: message.id, topic: 'dinner' })
    } else if (text === 'keep') await client.botStorage.put({ storage: { oven: '12' } })
    else if (text.startsWith('escape ')) return md.escape(text.slice(7))
    else if (text === 'order') return `Order ${message.id} is taken.\nThank you.`
    else if (text === 'stream') {
      const words = async function* () {
        for (const word of ['One ', 'two ', '**three', '** four.']) {
          yield word
          await ctx.sleep('1500ms')
        }
      }
      return stream(ctx, words())
    } else if (text === 'shout') {
      await client.messages.send({ type: 'stream', to: 'general', topic: 'news', content: 'Bread!' })
      return 'I told everybody.'
    } else if (text !== 'hush') return `You said: ${text}`
    return undefined
  })
  return bot
}

const run = (text: string) => runTranscript(text, { bot: handy, file: 'lunch.chat' })
const inLunch = (...lines: string[]) => `# kitchen > lunch\n${lines.join('\n')}\n`

describe('a transcript', () => {
  it('may refer to users and channels that are created in it', async () => {
    const text = `# kitchen > lunch
Desdemona calls users.create full_name="Banquo" email="banquo@bakery.example" password="a long one: 12345"
Iago calls streams.create name="Ovens" subscribers=[8]

# Banquo, Echo
Banquo: hello

# Ovens > hot
Iago: @**Echo** hello
Echo: You said: hello
`
    expect(await run(text)).toMatchObject({ passed: true })
    await expect(run(text.replaceAll('# Ovens', '# Ovns'))).rejects.toThrow('found "Ovns"; expected a channel')
    await expect(run(text.replace('Banquo: ', 'Banqo: '))).rejects.toThrow('found "Banqo"')
  })

  it('lets users write simultaneously with [at once]', async () => {
    const text = inLunch(
      '[at once]',
      'Iago: @**Echo** one',
      'Hamlet: @**Echo** two',
      '',
      'Echo: You said: one',
      'Echo: You said: two',
    )
    expect(await run(text)).toMatchObject({ passed: true })
    const inTurn = text.replace('[at once]\n', '').replace('two\n\n', 'two\n')
    expect((await run(inTurn)).diff).toContain('+ Echo: You said: one')
  })

  it.each(['webhook', 'events'] as const)(
    'tries again with "queue: on" when the clock gets there, by %s',
    async (by) => {
      let runs = 0
      const bot = () => {
        runs = 0
        return new Bot().onMention(() => {
          runs += 1
          if (runs < 2) throw new RetryError('The oven is cold', { after: '30s' })
          return 'Baked.'
        })
      }
      const lines = [
        'Iago: @**Echo** bake',
        "Echo: That didn't work yet; I'm trying again.",
        '',
        '[1m later]',
        'Echo: Baked.',
      ]
      const play = (text: string) => runTranscript(text, { bot, by, file: 'lunch.chat' })
      expect(await play(`queue: on\n${inLunch(...lines)}`)).toMatchObject({ passed: true, diff: '' })
      expect(await play(inLunch(...lines))).toMatchObject({ passed: false })
      await expect(play(`queue: off\n${inLunch(...lines)}`)).rejects.toThrow('"on"')
    },
  )

  it('checks only rules with "rules: on"', async () => {
    const text = `rules: on\n${inLunch('Iago: @**Echo** hi', 'Echo: something else', 'Iago: @**Echo** react')}`
    expect(await run(text)).toMatchObject({ passed: true, diff: '', updated: text })
    const hushed = await run(text.replace('react', 'hush'))
    expect(hushed).toMatchObject({ passed: false, updated: expect.stringContaining('hush') })
    expect(transcriptFailure(hushed)).toContain(
      'It breaks the rule "answered": Iago wrote "@**Echo** hush", onMention took it',
    )
  })

  it('names the level at which a rule was broken', async () => {
    const text = `rules: on\nlevel: 170\n${inLunch('Iago: @**Echo** hush')}`
    const hushed = await run(text)
    expect(hushed).toMatchObject({ passed: false, level: 170 })
    expect(transcriptFailure(hushed)).toContain('(level 170)')
  })

  it('reports the line whose call the server refuses', async () => {
    const text =
      '# kitchen > lunch\nIago calls streams.delete stream_id=99 description="Ovens"\n# Ovens > hot\nIago: hi\n'
    await expect(run(text)).rejects.toThrow(/lunch\.chat:2: /)
    const unmade = text.replace('calls streams.delete stream_id=99 description="Ovens"', ': Ovens?')
    await expect(run(unmade)).rejects.toThrow('found "Ovens"')
  })

  it('fails if the bot says something unexpected', async () => {
    const result = await run(inLunch('Iago: @**Echo** hi', 'Hamlet: Good morning'))
    expect(result.passed).toBe(false)
    expect(result.line).toBe(2)
    expect(transcriptFailure(result)).toContain('lunch.chat:2: the bot did something else')
    expect(result.diff).toBe(
      ['1   # kitchen > lunch', '2   Iago: @**Echo** hi', '  + Echo: You said: hi', '3   Hamlet: Good morning'].join(
        '\n',
      ),
    )
  })

  it("fails if the bot doesn't say something expected", async () => {
    const result = await run(inLunch('Iago: @**Echo** hush', 'Echo: Never'))
    expect(result.diff).toContain('3 - Echo: Never')
    expect(result.updated).toBe(inLunch('Iago: @**Echo** hush'))
  })

  it('fails if the bot posts in another conversation, and shows where', async () => {
    const text = inLunch('Iago: @**Echo** shout', 'Echo: I told everybody.', 'Iago: Thanks')
    const { diff, updated } = await run(text)
    expect(diff).toContain('+ # general > news\n  + Echo: Bread!')
    expect((await run(updated)).passed).toBe(true)
    expect(updated.endsWith('Iago: Thanks\n')).toBe(true)
  })

  it('has a diff that equals the changes of an update', async () => {
    const text = inLunch('Iago: @**Echo** shout', 'Echo: I told nobody.', 'Iago: Thanks')
    const { diff, updated } = await run(text)
    const lines = diff.split('\n').map((line) => ({ sign: line[2], text: line.slice(4) }))
    const withSign = (wanted: string) => lines.flatMap(({ sign, text }) => (sign === wanted ? [] : [text]))
    expect(withSign('+').join('\n')).toBe(text.trimEnd())
    expect(withSign('-').join('\n')).toBe(updated.trimEnd())
  })

  it("compares the bot's messages as rendered or as source", async () => {
    for (const said of ['Tom & Jerry, 2*3 &lt; `b`', 'Tom & Jerry, 2&#42;3 &amp;lt; &#96;b&#96;']) {
      expect((await run(inLunch('Iago: @**Echo** escape Tom & Jerry, 2*3 &lt; `b`', `Echo: ${said}`))).diff).toBe('')
    }
    const { passed, diff } = await run(inLunch('Iago: @**Echo** escape 2*3', 'Echo: 2*4'))
    expect(passed).toBe(false)
    expect(diff).toContain('+ Echo: 2*3')
  })

  it('finds a message by its rendered text', async () => {
    const lines = ['Iago: @**Echo** escape 2*3', 'Echo: 2*3', 'Iago reacts with :tada: to "2*3"']
    expect((await run(inLunch(...lines))).diff).toBe('')
  })

  it.each(['tada', 'baguette', 'svc'])('takes the reaction :%s: back', async (emoji) => {
    const asked = ['Iago: @**Echo** hush', `Iago reacts with :${emoji}:`]
    const lines = [...asked, `Iago takes back :${emoji}:`, asked[1] ?? '']
    expect((await run(inLunch(...lines))).diff).toBe('')
  })

  it('uses the newest message for a move without text', async () => {
    const { diff } = await run(inLunch('Iago: @**Echo** move', 'Echo moves to # kitchen > dinner'))
    expect(diff).toBe('')
  })

  it('fails for unexpected reactions, edits and calls, and adds them in an update', async () => {
    const asked = ['react', 'work', 'keep', 'upload', 'move'].map((text) => `Iago: @**Echo** ${text}`)
    const { updated } = await run(inLunch(...asked))
    expect(updated).toContain('Iago: @**Echo** react\nEcho reacts with :tada:\n')
    expect(updated).toContain('Echo: Working\nEcho edits: Done\nEcho deletes "Done"\n')
    expect(updated).toContain('* botStorage.put storage={"oven":"12"}\n')
    expect(updated).toContain('Echo uploads stock.csv: rye,3\n')
    expect(updated).toContain('Echo moves "@**Echo** move" to # kitchen > dinner\n')
    expect((await run(updated)).diff).toBe('')
  })

  it('shows a streamed message by its first text, final text and number of edits', async () => {
    const { updated } = await run(inLunch('Iago: @**Echo** stream'))
    expect(updated).toContain('Echo: One\nEcho edits 3 times: One two **three** four.\n')
    expect((await run(updated)).diff).toBe('')
    const several = updated.replace('3 times', 'several times')
    expect((await run(several)).updated).toBe(several)
    for (const other of ['2 times', '4 times']) {
      expect((await run(updated.replace('3 times', other))).updated).toBe(updated)
    }
    const changed = await run(several.replace('four', 'five'))
    expect(changed.updated).toBe(several)
  })

  it('rejects "edits … times" for users and for one edit', async () => {
    await expect(run(inLunch('Iago: one', 'Iago edits 3 times: two'))).rejects.toThrow(
      /expected one line for each edit of Iago/,
    )
    await expect(run(inLunch('Iago: @**Echo** stream', 'Echo edits 1 times: two'))).rejects.toThrow(/edits 3 times/)
  })

  it('is updated without changes to lines that match', async () => {
    const before = inLunch(
      '//   A remark,   as it is',
      'Iago: @**Echo** order',
      'Echo: Order {{id:order}} is taken.',
      '  Thank you.',
      '',
      '',
      'Iago: @**Echo**   again {{id:order}}',
      'Echo:   You said: wrong',
      'Hamlet: @**Echo** order',
      'Echo: Order {{id}} was taken.',
      '  Thanks.',
    )
    const { updated } = await run(before)
    expect(updated).toBe(
      before
        .replace('Echo:   You said: wrong', 'Echo: You said: again {{id:order}}')
        .replace('Echo:   You said', 'Echo: You said')
        .replace('again {{id:order}}\nHamlet', 'again 111\nHamlet')
        .replace('Echo: Order {{id}} was taken.\n  Thanks.', 'Echo:\n  Order {{id}} is taken.\n  Thank you.'),
    )
    const again = await run(updated)
    expect(again.diff).toBe('')
    expect(again.updated).toBe(updated)
  })

  it('is updated with placeholders for file paths and generated words, and passes again', async () => {
    const bot = () =>
      new Bot()
        .hears(/^keep (.*)/, async ({ client, text, message }) => {
          const { url } = await client.files.upload({ file: new File(['rye,3\n'], 'stock.csv') })
          await client.reactions.add({ message_id: message.id, emoji_name: 'tada' })
          const sent = await client.messages.send({ type: 'stream', to: 2, topic: 'files', content: `[new](${url})` })
          await client.messages.edit({ message_id: sent.id, content: `[stock.csv](${url}) of ${text}` })
        })
        .hears(/^show (.*)/, ({ match }) => `Here is [it](${match[1]}).`)
        .hears('fail', () => {
          throw new Error('No flour.')
        })
    const play = (text: string, randomSeed = 1) => runTranscript(text, { bot, simulator: { randomSeed } })
    const before = inLunch(
      'Iago: @**Echo** keep one',
      'Iago uploads menu.txt: Soup',
      'Iago: @**Echo** show {{file:menu.txt}}',
      'Echo: Here was [it](/user_uploads/2/ab/cd/menu.txt).',
      'Iago: @**Echo** fail',
    )
    const { updated } = await play(before)
    expect(updated).toContain('Echo: [new]({{file}})\nEcho edits: [stock.csv]({{file}}) of keep one\n')
    expect(updated).toContain('Echo: Here is [it]({{file:menu.txt}}).\n')
    expect(updated).toContain('Echo: Something went wrong; delivery {{word}}.\n')
    expect(updated).not.toContain('/user_uploads/')
    expect((await play(updated, 2)).diff).toBe('')
    // Another line above it changes the numbers and paths below.
    const moved = await play(updated.replace('Iago: @**Echo** keep one', 'Iago: @**Echo** keep none\n$&'), 3)
    expect((await play(moved.updated, 4)).diff).toBe('')
  })

  it('keeps the line endings of its file when it is updated', async () => {
    const { updated } = await run(inLunch('Iago: @**Echo** hi').replaceAll('\n', '\r\n'))
    expect(updated).toBe(inLunch('Iago: @**Echo** hi', 'Echo: You said: hi').replaceAll('\n', '\r\n'))
  })

  it('binds a named placeholder to its first value', async () => {
    const { diff } = await run(
      inLunch(
        'Iago: @**Echo** order',
        'Echo: Order {{id:one}} is taken.',
        '  Thank you.',
        'Iago: @**Echo** order',
        'Echo: Order {{id:one}} is taken.',
        '  Thank you.',
      ),
    )
    expect(diff).toContain('6 - Echo: Order {{id:one}} is taken.')
  })

  it('is skipped at levels outside its range', async () => {
    const text = `level: 39 to 169\n${inLunch('Iago: @**Echo** hi')}`
    expect(await runTranscript(text, { bot: handy, level: 176 })).toMatchObject({ passed: true, skipped: true })
    expect(await runTranscript(text, { bot: handy, level: 100 })).toMatchObject({ passed: false, level: 100 })
  })
})
