import {
  type Dialect,
  type DialectName,
  dialectOf,
  endpointsAt,
  isFeatureLevel,
  Notification,
  newestFeatureLevel,
  noReply,
  versionOf,
  type WebhookReply,
} from '../../protocol/index.js'
import { levelNotes } from './levelNotes.js'
import { pathsOf, tagOf } from './paths.js'
import { errorSchema, sharedRefusals } from './refusals.js'
import { createSchemas, type DescriptionContext } from './schemas.js'
import type { OpenApiDocument, Operation } from './types.js'

export interface OpenApiOptions {
  /** The level of the server. (default: the newest) */
  readonly featureLevel?: number
  /** The dialect of the server. (default: Earshot's own, `svc`) */
  readonly dialect?: DialectName | Dialect
  /** The server's address, without `/api/v1`. */
  readonly url: string
}

/**
 * Describes a server's API as OpenAPI 3.1 for a level and a dialect, from the same declarations that the simulator
 * serves.
 *
 * @throws {RangeError} for an unknown level or dialect
 * @example openApi({ url: 'http://localhost:9991', featureLevel: 200 }).paths['/realm/linkifiers']
 */
export function openApi({
  featureLevel: level = newestFeatureLevel,
  dialect: choice,
  url,
}: OpenApiOptions): OpenApiDocument {
  if (!isFeatureLevel(level)) {
    throw new RangeError(`The feature level is ${level}; give a whole number from 0 to ${newestFeatureLevel}.`)
  }
  const dialect = dialectOf(choice)
  const notes = levelNotes(level, dialect)
  const context: DescriptionContext = { level, dialect, notes, schemas: createSchemas(dialect, notes) }
  const declared = endpointsAt(level, dialect)
  const paths = pathsOf(declared, context)
  const webhooks = { notification: { post: notified(context) } }
  const responses = sharedRefusals(context)
  const refusal = errorSchema(context)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Team chat',
      version: versionOf(level),
      summary: `The HTTP API of a server of feature level ${level}.`,
      description: conventions,
    },
    servers: [{ url: `${url.replace(/\/+$/, '')}/api/v1` }],
    security: [{ basic: [] }],
    tags: [...new Set(declared.map(tagOf))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: { Error: refusal, ...Object.fromEntries([...context.schemas.components].sort(byName)) },
      responses,
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: credentials } },
    },
    'x-earshot-feature-level': level,
    'x-earshot-dialect': dialect.name,
  }
}

const conventions = `Parameters are sent in the path, in the query of a GET, and in the form of any other request. A list or an object is sent as JSON text in its field.

Every answer is a JSON object with \`result\` and \`msg\`. A success names the parameters that it ignored; a refusal has a \`code\`. The texts of refusals have the names of facts, such as IDs, in braces.`

const credentials = 'The address of a person or bot as the user name, and its API key as the password.'

/** The request that the server posts to an outgoing-webhook bot. */
function notified({ schemas, notes }: DescriptionContext): Operation {
  const replies: Readonly<Record<string, WebhookReply>> = { reply: { content: 'Good morning!' }, silence: noReply }
  return {
    operationId: 'notification',
    summary: 'The server posts a message to an outgoing-webhook bot.',
    description: ['The bot recognises the server by the `token`.', ...notes.about({ entity: 'Notification' })].join(
      '\n\n',
    ),
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: schemas.of(Notification) } } },
    responses: {
      200: {
        description: 'Read as a JSON object: a reply, which is posted in the same conversation, or none.',
        content: {
          'application/json': {
            schema: { type: 'object' },
            examples: Object.fromEntries(Object.entries(replies).map(([name, value]) => [name, { value }])),
          },
        },
      },
    },
    'x-earshot-spec': '6.1',
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
