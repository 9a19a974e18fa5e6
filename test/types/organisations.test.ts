import { Bot } from 'earshot'
import { createListener } from 'earshot/listener'
import { type BotCredentials, listen, serve, work } from 'earshot/node'
import { createWorker } from 'earshot/queue'
import { type BotBinding, botsFrom, createReceiver } from 'earshot/receiver'
import { describe, expectTypeOf, it } from 'vitest'
import type { ListedBots, LookedUpBots } from '../../src/receiver/index.js'

declare const binding: BotBinding
declare const credentials: BotCredentials
declare const rows: AsyncIterable<BotCredentials>
const bot = new Bot()

describe('the types of botsFrom', () => {
  it('distinguish a look-up from a listing', () => {
    expectTypeOf(botsFrom(() => binding)).toEqualTypeOf<LookedUpBots>()
    expectTypeOf(botsFrom(async (email) => (email === 'a' ? binding : null))).toEqualTypeOf<LookedUpBots>()
    expectTypeOf((bindings: AsyncIterable<BotBinding>) => botsFrom(bindings)).returns.toEqualTypeOf<ListedBots>()
    // @ts-expect-error A webhook needs tokens.
    botsFrom.call(undefined, () => ({ bot, credentials: binding.credentials }))
  })

  it('allow only a listing for a listener, but both for a receiver', () => {
    const withoutTokens = {} as ListedBots<Omit<BotBinding, 'tokens'>>
    const never = () => {
      createReceiver({ bots: botsFrom(() => binding) })
      createListener({ bots: withoutTokens })
      // @ts-expect-error A webhook needs tokens.
      createReceiver({ bots: withoutTokens })
      // @ts-expect-error Nobody knows which bots there are.
      createListener({ bots: botsFrom(() => binding) })
      createWorker({ bots: botsFrom(() => binding), queue: {} as never })
    }
    expectTypeOf(never).toBeFunction()
  })

  it('accept credentials of a file in serve, work and listen', () => {
    const bots = async (email: string) => (email === credentials.email ? { bot, credentials } : undefined)
    async function* generated() {
      for await (const row of rows) yield { bot, credentials: row }
    }
    const never = () => {
      serve({ bots })
      work({ bots })
      serve({ bots: { [Symbol.asyncIterator]: generated } })
      listen({ bots: { [Symbol.asyncIterator]: generated } })
      // @ts-expect-error Nobody knows which bots there are.
      listen({ bots })
      // @ts-expect-error It begins once; the object around it begins anew.
      serve({ bots: generated })
    }
    expectTypeOf(never).toBeFunction()
  })
})
