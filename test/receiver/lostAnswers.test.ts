import { describe, expect, it } from 'vitest'
import { everythingToHappen, gate, type Kit, type KitOptions, kit } from './kit.js'
import { mention } from './notifications.js'

const quiet = { response_not_required: true }
const asMessage = { type: 'stream', to: '2', topic: 'oven #12', content: 'warm' }
const seconds = 1_000

/** A bot that answers when the gate opens. */
function slow(options?: KitOptions) {
  const { opened, open } = gate()
  const handle: KitOptions['handle'] = async ({ reply }) => {
    await opened
    await reply('warm')
  }
  return { open, ...kit({ handle, ...options }) }
}

/** A request whose connection the test can close. */
function request(post: Kit['post']) {
  const closing = new AbortController()
  const answer = post(mention(), {}, { signal: closing.signal })
  return { answer, close: () => closing.abort() }
}

describe('a reply whose connection closed while the handler ran', () => {
  it('is sent as a message after the time for a repeat', async () => {
    const { post, clock, open, sent, receiver, lines } = slow()
    const { answer, close } = request(post)
    await clock.advance(3 * seconds)
    close()
    await clock.advance(2 * seconds)
    open()
    await answer
    await clock.advance(2_999)
    expect(sent).toEqual([])
    await clock.advance(1)
    await receiver.idle()
    expect(sent).toEqual([asMessage])
    expect(lines.find(({ message }) => message === 'Handled')?.fields).toMatchObject({ outcome: 'sent' })
  })

  it('is sent at once if the time for a repeat has already passed', async () => {
    const { post, clock, open, sent, receiver } = slow()
    const { close } = request(post)
    close()
    await clock.advance(6 * seconds)
    open()
    await receiver.idle()
    expect(sent).toEqual([asMessage])
  })

  it('is the response to a repeat that arrives while the handler runs', async () => {
    const { post, clock, open, sent, receiver } = slow()
    const { close } = request(post)
    close()
    await everythingToHappen()
    const repeat = post()
    await clock.advance(seconds)
    open()
    expect((await repeat).body).toEqual({ content: 'warm' })
    await clock.advance(10 * seconds)
    await receiver.idle()
    expect(sent).toEqual([])
  })

  it('is the response to a repeat that arrives after the handler ended', async () => {
    const { post, clock, open, sent, receiver, lines, delivered } = slow()
    const { close } = request(post)
    close()
    open()
    await clock.advance(2 * seconds)
    expect((await post()).body).toEqual({ content: 'warm' })
    await clock.advance(10 * seconds)
    await receiver.idle()
    expect(sent).toEqual([])
    expect(delivered).toHaveLength(1)
    expect(lines.find(({ message }) => message === 'Handled')?.fields).toMatchObject({ outcome: 'answered' })
  })

  it("is sent as a message if the repeat's connection closed too", async () => {
    const { post, clock, open, sent, receiver } = slow()
    request(post).close()
    await clock.advance(3 * seconds)
    request(post).close()
    open()
    await clock.advance(4 * seconds)
    expect(sent).toEqual([])
    await clock.advance(2 * seconds)
    await receiver.idle()
    expect(sent).toEqual([asMessage])
  })

  it("isn't the response to a repeat after it was sent as a message", async () => {
    const { post, clock, open, sent, receiver } = slow()
    request(post).close()
    open()
    await clock.advance(6 * seconds)
    await receiver.idle()
    expect((await post()).body).toEqual(quiet)
    expect(sent).toEqual([asMessage])
  })

  it("is sent before the handler's later replies", async () => {
    const { opened, open } = gate()
    const { post, clock, sent, receiver } = kit({
      handle: async ({ reply }) => {
        await reply('one')
        await opened
        await reply('two')
      },
    })
    const { close } = request(post)
    await clock.advance(7 * seconds)
    close()
    await clock.advance(2 * seconds)
    open()
    await clock.advance(10 * seconds)
    await receiver.idle()
    expect(sent.map(({ content }) => content)).toEqual(['one', 'two'])
  })

  it('causes no message if there is no reply', async () => {
    const { opened, open } = gate()
    const { post, clock, sent, receiver, lines } = kit({ handle: () => opened })
    request(post).close()
    open()
    await clock.advance(10 * seconds)
    await receiver.idle()
    expect(sent).toEqual([])
    expect(lines.find(({ message }) => message === 'Handled')?.fields).toMatchObject({ outcome: 'quiet' })
  })

  it('is sent at shutdown without waiting for a repeat', async () => {
    const stopping = new AbortController()
    const { post, open, sent, receiver } = slow({ signal: stopping.signal })
    request(post).close()
    open()
    await everythingToHappen()
    expect(sent).toEqual([])
    stopping.abort()
    await receiver.idle()
    expect(sent).toEqual([asMessage])
  })

  it('has the outcome "failed" if the message is refused as well', async () => {
    const refuse = () => ({ msg: 'Not authorized' })
    const { post, clock, open, receiver, lines } = slow({ refuse })
    request(post).close()
    open()
    await clock.advance(6 * seconds)
    await receiver.idle()
    expect(lines.find(({ message }) => message === 'Handled')?.fields).toMatchObject({ outcome: 'failed' })
    expect(lines.map(({ message }) => message)).toContain('Failed to send the answer as a message')
  })
})
