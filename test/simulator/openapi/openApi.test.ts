import { Validator } from '@seriousme/openapi-schema-validator'
import {
  changeOf,
  type Endpoint,
  endpoints,
  errors,
  featureLevels,
  newestFeatureLevel,
  svcDialect,
  versionOf,
} from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { openApi } from '../../../src/simulator/openapi/openApi.js'
import { section7 } from '../../protocol/section7.js'
import { documentOf, endpointsOf, operationFor, operationsOf, turningLevels, url } from './documents.js'

const declared: readonly Endpoint[] = endpoints
const validator = new Validator()
/** Valid documents without their levels: the document before a change differs from an earlier one in that alone. */
const found = new Set<string>()

describe('the OpenAPI document', () => {
  it.each([
    ...turningLevels.map((level) => ['svc', level] as const),
    ['zulip', 0] as const,
    ['zulip', newestFeatureLevel] as const,
  ])('is valid OpenAPI 3.1: %s, level %i', async (dialect, level) => {
    const document = documentOf(level, dialect)
    const { title, version, summary } = document.info
    expect(document.openapi).toMatch(/^3\.1\./)
    expect([title, version, summary, document['x-earshot-feature-level']]).toEqual([
      'Team chat',
      versionOf(level),
      `The HTTP API of a server of feature level ${level}.`,
      level,
    ])
    const rest = JSON.stringify({ ...document, info: null, 'x-earshot-feature-level': 0 })
    if (found.has(rest)) return
    const { valid, errors: problems } = await validator.validate(structuredClone(document) as never)
    expect(problems).toBeUndefined()
    expect(valid).toBe(true)
    found.add(rest)
  })

  it('describes every endpoint of the contract once', () => {
    const there = declared.filter(({ until }) => until === undefined)
    expect(endpointsOf(documentOf()).sort()).toEqual(there.map(({ name }) => name).sort())
  })

  it('describes an endpoint that a level has taken away for servers below it', () => {
    expect(endpointsOf(documentOf(293))).toContain('userGroups.delete')
    expect(endpointsOf(documentOf(294))).not.toContain('userGroups.delete')
  })

  it('points only to what is there, and keeps nothing that nobody points to', () => {
    const document = documentOf()
    const pointedTo = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, place]) => place),
    )
    const kept = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind}/${name}`))
    expect([...pointedTo].filter((place) => !kept.includes(place ?? ''))).toEqual([])
    expect(kept.filter((place) => !pointedTo.has(place) && !place.startsWith('schemas/Error'))).toEqual([])
  })

  it('has names that no two operations share', () => {
    const ids = operationsOf(documentOf()).map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has no two paths that differ in the names of their parameters alone', () => {
    const shapes = Object.keys(documentOf().paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it('names the server, its level, its version and its words', () => {
    const document = openApi({ url: 'https://chat.example.com/', featureLevel: 237, dialect: 'zulip' })
    expect(document.servers).toEqual([{ url: 'https://chat.example.com/api/v1' }])
    expect(document.info.version).toBe('8.4')
    expect(document['x-earshot-feature-level']).toBe(237)
    expect(document['x-earshot-dialect']).toBe('zulip')
  })

  it.each([-1, 1.5, Number.NaN, newestFeatureLevel + 1])('refuses the level %d', (featureLevel) => {
    expect(() => openApi({ url, featureLevel })).toThrow(
      /^The feature level is .*; give a whole number from 0 to 496\.$/,
    )
  })

  it('refuses a dialect that there is not', () => {
    expect(() => openApi({ url, dialect: 'klingon' as 'svc' })).toThrow(/There is no dialect "klingon"/)
  })
})

describe('a parameter', () => {
  it('of a GET goes into the query, a list as JSON', () => {
    const { operation } = operationFor(documentOf(), 'messages.list')
    const parameters = new Map(operation.parameters?.map((one) => [one.name, one]))
    expect(parameters.get('num_before')).toEqual({
      name: 'num_before',
      in: 'query',
      schema: { type: 'integer', minimum: 0 },
    })
    expect(parameters.get('message_ids')?.content?.['application/json']?.schema).toEqual({
      type: 'array',
      items: { type: 'integer' },
    })
    expect(parameters.get('anchor')?.schema).toEqual({
      anyOf: [
        { type: 'integer' },
        { type: 'number', const: 10_000_000_000_000_000 },
        { type: 'string', enum: ['newest', 'oldest', 'first_unread'] },
      ],
    })
    expect(operation.requestBody).toBeUndefined()
  })

  it('of another verb goes into the form, a list as JSON', () => {
    const { operation } = operationFor(documentOf(), 'linkifiers.reorder')
    expect(operation.requestBody).toEqual({
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: { ordered_linkifier_ids: { type: 'array', items: { type: 'integer' } } },
            required: ['ordered_linkifier_ids'],
          },
          encoding: { ordered_linkifier_ids: { contentType: 'application/json' } },
        },
      },
    })
  })

  it('in the path is required', () => {
    const { path, operation } = operationFor(documentOf(), 'streams.deleteTopic')
    expect(path).toBe('/streams/{stream_id}/delete_topic')
    expect(operation.parameters).toEqual([
      { name: 'stream_id', in: 'path', required: true, schema: { type: 'integer' } },
    ])
  })

  it('that is an ID or an address has one place in one path', () => {
    const { path, operation } = operationFor(documentOf(), 'users.getByEmail')
    expect(path).toBe('/users/{user_id_or_email}')
    expect(operation['x-earshot-endpoints']).toEqual(['users.get', 'users.getByEmail'])
    expect(operation.parameters?.[0]?.schema).toEqual({
      anyOf: [{ type: 'integer' }, { type: 'string', description: expect.stringContaining('Since feature level 302') }],
    })
    expect(Object.keys(documentOf(38).paths)).toContain('/users/{user_id}')
  })

  it('that is a file goes into a form of several parts', () => {
    const { operation } = operationFor(documentOf(), 'files.upload')
    const schema = operation.requestBody?.content['multipart/form-data']?.schema
    expect(schema).toMatchObject({ required: ['file'], properties: { file: { type: 'string', format: 'binary' } } })
  })

  it('says under which other name it is understood', () => {
    const { operation } = operationFor(documentOf(), 'messages.send')
    const schema = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
    expect(schema?.properties).toMatchObject({
      topic: { description: expect.stringContaining('Also understood as `subject`.') },
    })
  })
})

describe('an operation', () => {
  it('says what it is for, who may call it, what binds its parameters, and where the spec has it', () => {
    const { operation } = operationFor(documentOf(), 'users.setStatus')
    expect(operation).toMatchObject({
      operationId: 'users.setStatus',
      tags: ['users'],
      summary: "Set another user's status.",
      'x-earshot-spec': '4.5',
      'x-earshot-since': 407,
    })
    expect(operation.description).toContain('For those who may administer the user.')
    expect(operation.description).toContain('- `emoji_name` is required with `emoji_code` or `reaction_type`\n')
    expect(operation.description).toContain('Since feature level 473: Access for bots changed')
  })

  it('needs credentials, but for those that are public', () => {
    const document = documentOf()
    expect(document.security).toEqual([{ basic: [] }])
    const open = operationsOf(document).filter(({ operation }) => operation.security !== undefined)
    expect(open.map(({ operation }) => [operation.operationId, operation.security])).toEqual([
      ['server.settings', []],
      ['users.fetchApiKey', []],
    ])
    expect(Object.keys(operationFor(document, 'server.settings').operation.responses)).toEqual(['200'])
  })

  it('is marked where it is deprecated', () => {
    const deprecated = operationsOf(documentOf()).filter(({ operation }) => operation.deprecated)
    expect(deprecated.map(({ operation }) => operation.operationId)).toContain('topics.setMuted')
    expect(operationFor(documentOf(), 'topics.setMuted').operation.description).toContain(
      'Deprecated. Use topics.setVisibility',
    )
  })
})

describe('a refusal in the document', () => {
  const textOf = (name: string, status: string) => {
    const response = operationFor(documentOf(), name).operation.responses[status]
    return response !== undefined && 'description' in response ? response.description : ''
  }

  it.each(section7.filter(({ error }) => error !== 'notLoggedIn'))(
    'stands with its exact text: $spec, $condition',
    ({ spec, error }) => {
      const { status, msg } = errors[error]
      const ofSection = declared.filter((endpoint) => endpoint.spec === spec)
      expect(ofSection.map(({ name }) => textOf(name, String(status))).join('\n')).toContain(`: ${msg}`)
    },
  )

  it('has a status of its own where it is not 400', () => {
    expect(textOf('scheduledMessages.edit', '404')).toContain('Scheduled message does not exist')
  })

  it('for want of credentials is the same everywhere', () => {
    const { operation } = operationFor(documentOf(), 'users.me')
    expect(operation.responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
    expect(documentOf().components.responses?.Unauthorized?.description).toContain(
      'Not logged in: API authentication or user session required',
    )
  })
})

describe('a document of an older server', () => {
  it.each(featureLevels.flatMap((row) => (row.kind === 'endpoint' ? [row] : [])))(
    'has $appliesTo.endpoint from level $level on',
    ({ level, appliesTo }) => {
      expect(endpointsOf(documentOf(level))).toContain(appliesTo.endpoint)
      expect(endpointsOf(documentOf(level - 1))).not.toContain(appliesTo.endpoint)
    },
  )

  it.each(featureLevels.flatMap((row) => (row.kind === 'parameter' ? [row] : [])))(
    'has $appliesTo.parameter of $appliesTo.endpoint from level $level on',
    ({ level, appliesTo }) => {
      const written = (at: number) => JSON.stringify(operationFor(documentOf(at), String(appliesTo.endpoint)).operation)
      // A field of the body, or a parameter of the query or path; schemas have words of their own, such as `required`.
      const parameter = new RegExp(`"${appliesTo.parameter}":\\{|"name":"${appliesTo.parameter}"`)
      expect(written(level)).toMatch(parameter)
      expect(written(level - 1)).not.toMatch(parameter)
    },
  )

  // Of an endpoint or parameter, its being there says enough; a field that is gone has no place to be spoken of.
  const spokenOf = featureLevels.filter(
    ({ id, kind }) => !['endpoint', 'removal'].includes(kind) && id !== 'billingAdminRemoved',
  )

  it.each(spokenOf)('says of $id that it came with level $level', ({ id, level, kind }) => {
    const words = JSON.stringify(changeOf({ id })).slice(1, -1)
    expect(JSON.stringify(documentOf(level))).toContain(`Since feature level ${level}: ${words}`)
    if (level === 0 || kind === 'parameter') return
    const before = JSON.stringify(documentOf(level - 1))
    const isGone = !before.includes(words)
    if (!isGone)
      expect(before).toContain(`Only from feature level ${level} on, which this server does not have: ${words}`)
  })

  it('keeps the types of the fields that it speaks of', () => {
    const { properties } = documentOf().components.schemas?.ChannelMessage ?? {}
    expect(properties).toMatchObject({ last_moved_timestamp: { type: 'integer' }, recipient_id: { type: 'integer' } })
  })

  it('requires no field that came later', () => {
    const required = (level: number, name: string) => documentOf(level).components.schemas?.[name]?.required
    expect(required(162, 'User')).not.toContain('delivery_email')
    expect(required(163, 'User')).toContain('delivery_email')
    expect(required(175, 'Linkifier')).not.toContain('url_template')
    expect(required(413, 'ChannelFolder')).not.toContain('order')
  })
})

describe('a document in the words of another dialect', () => {
  it('has none of the neutral words left', () => {
    const document = documentOf(newestFeatureLevel, 'zulip')
    const words = JSON.stringify(document)
    expect(words.match(/svc\w*|idp_\w+|ext_talk|the service\b/g)).toBeNull()
    expect(Object.keys(document.paths)).toContain('/calls/nextcloud_talk/create')
    expect(words).toContain('zulip_feature_level')
    expect(words).toContain("'{email}' is no longer using Zulip.")
    expect(words).toContain('Nextcloud Talk credentials have not been configured')
  })

  it('leaves out what only the documentation of the spec has', () => {
    expect(Object.keys(documentOf().paths)).toContain('/svc-outgoing-webhook')
    expect(endpointsOf(documentOf(newestFeatureLevel, 'zulip'))).not.toContain('outgoingWebhook.latest')
  })

  it("takes a dialect of one's own", () => {
    const dialect = { ...svcDialect, name: 'own', fields: { svc_version: 'own_version' } }
    expect(JSON.stringify(openApi({ url, dialect }))).toContain('"own_version"')
  })
})

describe('the notification of a bot', () => {
  it('is described as a webhook', () => {
    const operation = documentOf().webhooks?.notification?.post
    expect(operation?.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Notification',
    })
    const { required } = documentOf().components.schemas?.Notification ?? {}
    expect(required).toEqual(expect.arrayContaining(['bot_email', 'trigger', 'token', 'message']))
  })
})
