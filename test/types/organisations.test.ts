import { Bot } from 'earshot'
import { createListener } from 'earshot/listener'
import { type BotCredentials, listen, serve, work } from 'earshot/node'
import { createWorker } from 'earshot/queue'
import { type BotBinding, createReceiver } from 'earshot/receiver'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

declare const binding: BotBinding
declare const credentials: BotCredentials
const bot = new Bot()

describe('the types of bots that are looked up', () => {
  it('let a receiver and a worker have them, and not a listener', () => {
    const never = () => {
      createReceiver({ bots: () => binding })
      createReceiver({ bots: async (email) => (email === 'a' ? binding : null) })
      createWorker({ bots: () => binding, queue: {} as never })
      // @ts-expect-error A webhook needs tokens.
      createReceiver({ bots: () => ({ bot, credentials: binding.credentials }) })
      // @ts-expect-error Nobody knows which bots there are.
      createListener({ bots: () => binding })
    }
    expectTypeOf(never).toBeFunction()
  })

  it('accept credentials of a file in serve, work and listen', () => {
    const bots = async (email: string) => (email === credentials.email ? { bot, credentials } : undefined)
    const never = () => {
      serve({ bots })
      work({ bots })
      // @ts-expect-error Nobody knows which bots there are.
      listen({ bots })
    }
    expectTypeOf(never).toBeFunction()
  })
})
