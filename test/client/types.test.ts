import { ApiError, type CallOptions, type Client, type ClientOptions, type Success } from 'earshot/client'
import {
  type Answer,
  type EndpointName,
  endpoints,
  type FeatureId,
  type Objection,
  type Params,
  type User,
} from 'earshot/protocol'
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { Method, TopicDeletion } from '../../src/client/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'
import { refusal, stage } from './stage.js'

type Users = Client['users']

describe('the types of a client', () => {
  beforeEach(checkedByCompiler)

  it('include every endpoint under its name', () => {
    const { client } = stage([])
    for (const { name } of endpoints) {
      const [namespace = '', method = ''] = name.split('.')
      const methods = Reflect.get(client, namespace) as Record<string, unknown>
      expect(methods[method], name).toBeTypeOf('function')
    }
    expectTypeOf<Users['getByEmail']>().toEqualTypeOf<Method<'users.getByEmail'>>()
    expectTypeOf<Client['streams']>().toHaveProperty('deleteWholeTopic')
    expectTypeOf<Client>().not.toHaveProperty('user')
    expectTypeOf<Users>().not.toHaveProperty('getByMail')
  })

  it('make parameters optional only if none is required', () => {
    expectTypeOf<Users['getByEmail']>().parameters.toEqualTypeOf<
      [params: Params<'users.getByEmail'>, options?: CallOptions]
    >()
    expectTypeOf<Users['list']>().parameters.toEqualTypeOf<[params?: Params<'users.list'>, options?: CallOptions]>()
    expectTypeOf<Client['linkifiers']['list']>().toBeCallableWith()
    // @ts-expect-error: the address is required.
    expectTypeOf<Users['getByEmail']>().toBeCallableWith()
  })

  it('accept only declared parameters', () => {
    const visibility = {} as Params<'topics.setVisibility'>
    expectTypeOf(visibility).toEqualTypeOf<{ stream_id: number; topic: string; visibility_policy: 0 | 1 | 2 | 3 }>()
    const mistaken = (client: Client) => [
      // @ts-expect-error: there is no such parameter.
      client.users.getByEmail({ email: 'a', mail: 'b' }),
      // @ts-expect-error: an ID is a number.
      client.users.get({ user_id: '7' }),
      // @ts-expect-error: options come second.
      client.users.me({ timeout: 5 }),
    ]
    expectTypeOf(mistaken).toBeFunction()
    expectTypeOf<Params<'scheduledMessages.edit'>['to']>().toEqualTypeOf<number | readonly number[] | undefined>()
  })

  it('include the response with its envelope', () => {
    expectTypeOf<Users['getByEmail']>().returns.resolves.toEqualTypeOf<Success<'users.getByEmail'>>()
    expectTypeOf<Success<'users.getByEmail'>['user']>().toEqualTypeOf<User>()
    expectTypeOf<Success<'users.getByEmail'>['result']>().toEqualTypeOf<'success'>()
    expectTypeOf<Success<'streams.deleteTopic'>['complete']>().toEqualTypeOf<boolean>()
    expectTypeOf<Success<'messages.send'>>().toExtend<Answer<'messages.send'>>()
    expectTypeOf<Client['streams']['deleteWholeTopic']>().returns.resolves.toEqualTypeOf<TopicDeletion>()
  })

  it('distinguish channel messages from direct messages', () => {
    const message = {} as Success<'messages.get'>['message']
    if (message?.type === 'stream') expectTypeOf(message.display_recipient).toEqualTypeOf<string>()
    if (message?.type === 'private') expectTypeOf(message.display_recipient).toExtend<{ email: string }[]>()
  })

  it('list the features and endpoints of `supports`', () => {
    expectTypeOf<Client['supports']>().parameter(0).toEqualTypeOf<FeatureId | EndpointName>()
    expectTypeOf<'emoji.upload'>().toExtend<EndpointName>()
    expectTypeOf<'emoji.uplod'>().not.toExtend<EndpointName | FeatureId>()
    expectTypeOf<'userTopics'>().toExtend<FeatureId>()
    expectTypeOf<'topicMuting'>().not.toExtend<FeatureId>()
  })

  it("accept the platform's fetch and compatible functions", () => {
    expectTypeOf<typeof fetch>().toExtend<NonNullable<ClientOptions['fetch']>>()
    expectTypeOf<(request: string) => Promise<Response>>().toExtend<NonNullable<ClientOptions['fetch']>>()
  })
})

describe('the type of an ApiError', () => {
  it('is narrowed by its code', async () => {
    const { client, fails } = stage([refusal(400, 'STREAM_DOES_NOT_EXIST', 'None', { stream_id: 9 })])
    const error = await fails(client.users.me())
    expect.assertions(3)
    if (!(error instanceof ApiError)) return
    if (error.is('CANNOT_DEACTIVATE_GROUP_IN_USE')) expectTypeOf(error.extra.objections).toEqualTypeOf<Objection[]>()
    if (error.is('RATE_LIMIT_HIT')) expectTypeOf(error.extra['retry-after']).toEqualTypeOf<number | undefined>()
    // @ts-expect-error: no server gives this code.
    expect(error.is('STREAM_DOES_NOT_EXITS')).toBe(false)
    expectTypeOf<ApiError<'UNAUTHORIZED'>['extra']>().toEqualTypeOf<Record<string, unknown>>()
    expect(error.is('BAD_REQUEST')).toBe(false)
    if (error.is('STREAM_DOES_NOT_EXIST')) {
      expectTypeOf(error.extra.stream_id).toEqualTypeOf<number | undefined>()
      expect(error.extra.stream_id).toBe(9)
    }
  })
})
