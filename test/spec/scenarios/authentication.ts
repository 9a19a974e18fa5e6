import { expect } from 'vitest'
import { openBakery } from '../bakery.js'
import { basic, send } from '../wire.js'
import type { Scenario } from './format.js'

type Credentials = Record<'iago' | 'hamlet' | 'prospero' | 'oven alarm', { email: string; apiKey: string }>

interface Attempt {
  readonly title: string
  readonly authorization: (of: Credentials) => string
  readonly status: number
  readonly code?: string
  readonly msg: string
}

const attempts: readonly Attempt[] = [
  {
    title: 'takes an address in other letters',
    authorization: (of) => basic('IAGO@Example.COM', of.iago.apiKey),
    status: 200,
    msg: '',
  },
  {
    title: 'refuses a key that is nobody’s',
    authorization: (of) => basic(of.iago.email, 'a'.repeat(32)),
    status: 401,
    code: 'UNAUTHORIZED',
    msg: 'Invalid API key',
  },
  {
    title: 'refuses the key of somebody else',
    authorization: (of) => basic(of.iago.email, of.hamlet.apiKey),
    status: 401,
    code: 'UNAUTHORIZED',
    msg: 'Invalid API key',
  },
  {
    title: 'refuses what cannot be a key',
    authorization: (of) => basic(of.iago.email, 'key'),
    status: 401,
    code: 'UNAUTHORIZED',
    msg: 'Malformed API key',
  },
  {
    title: 'refuses a header that cannot be read',
    authorization: () => 'Basic iago',
    status: 401,
    code: 'UNAUTHORIZED',
    msg: 'Invalid authorization header for basic auth',
  },
  {
    title: 'refuses another scheme than Basic',
    authorization: (of) => `Bearer ${of.iago.apiKey}`,
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'This endpoint requires HTTP basic authentication.',
  },
  {
    title: 'refuses a deactivated account',
    authorization: (of) => basic(of.prospero.email, of.prospero.apiKey),
    status: 401,
    code: 'UNAUTHORIZED',
    msg: 'Account is deactivated',
  },
  {
    title: 'refuses an incoming webhook bot',
    authorization: (of) => basic(of['oven alarm'].email, of['oven alarm'].apiKey),
    status: 401,
    code: 'UNAUTHORIZED',
    msg: 'This API is not available to incoming webhook bots.',
  },
]

/** Sections 5.1 and 5.2: what an `Authorization` header may and may not be. */
export const scenarios: readonly Scenario[] = attempts.map(({ title, authorization, status, code, msg }) => ({
  spec: ['5.1', '5.2'],
  title,
  async run() {
    const bakery = await openBakery()
    try {
      const { credentials } = bakery.simulator
      const of = {
        iago: credentials('iago'),
        hamlet: credentials('hamlet'),
        prospero: credentials('prospero'),
        'oven alarm': credentials('oven alarm'),
      }
      const request = 'GET /api/v1/realm/emoji'
      const answer = await send(bakery.url, { request, authorization: authorization(of) })
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status,
        body: { result: code === undefined ? 'success' : 'error', msg, ...(code !== undefined && { code }) },
      })
      expect(answer.headers['www-authenticate']?.startsWith('Basic realm=') ?? false).toBe(status === 401)
    } finally {
      await bakery.close()
    }
  },
}))
