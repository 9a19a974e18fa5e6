import * as z from 'zod'
import { openApi, openApiPage, openApiPagePolicy, openApiStylesheet } from '../openapi/index.js'
import type { OpenApiDocument, Operation, Parameter, PathItem, Schema } from '../openapi/types.js'
import type { ControlApp } from './controlApp.js'
import type { ControlContext, ControlEndpoint, ControlSubjects } from './controlEndpoint.js'

/** Describes the control API as OpenAPI 3.1, from the declarations that also serve it. */
function controlOpenApi(subjects: ControlSubjects, url: string): OpenApiDocument {
  const paths: Record<string, PathItem> = {}
  for (const [subject, endpoints] of Object.entries(subjects)) {
    for (const endpoint of endpoints) {
      const verb = endpoint.method.toLowerCase()
      paths[endpoint.path] = { ...paths[endpoint.path], [verb]: operationOf(endpoint, subject) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: "Control of Earshot's simulator", version: '1', description: conventions },
    servers: [{ url: `${url}/sim` }],
    tags: Object.keys(subjects).map((name) => ({ name })),
    paths,
    components: { schemas: { Problem: schemaOf(problem, 'output') } },
  }
}

const conventions = `How a test or a page controls the simulator from outside. Bodies are JSON. It answers only programs of this machine and its own pages: a request under a foreign \`Host\`, or from a page of another origin, is refused with 403.`

/** The body of every refusal. */
const problem = z.object({
  error: z.object({
    code: z.string(),
    message: z.string().describe('What is wrong, and what to do.'),
    problems: z.array(z.unknown()).optional().describe('Every mistake, where there may be several.'),
  }),
})

function operationOf(endpoint: ControlEndpoint, subject: string): Operation {
  const {
    id,
    summary,
    description,
    body,
    status = 200,
    refusals = {},
    notFound,
    contentType = 'application/json',
  } = endpoint
  const bodySchema = schemaOf(body, 'input')
  const answers = { schema: schemaOf(endpoint.answer, 'output') }
  const hasBody = endpoint.method !== 'GET' && !isEmpty(bodySchema)
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [subject],
    parameters: [...parametersOf(endpoint.pathParameters, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(hasBody && { requestBody: { required: true, content: { 'application/json': { schema: bodySchema } } } }),
    responses: {
      [status]: { description: 'Done.', content: { [contentType]: answers } },
      ...Object.fromEntries(
        Object.entries({ ...everywhere, ...(notFound && { 404: notFound }), ...refusals }).map(([number, says]) => [
          number,
          refused(says),
        ]),
      ),
    },
  }
}

const everywhere: Readonly<Record<number, string>> = {
  400: 'The request cannot be used; the message says why.',
  403: 'The request comes from elsewhere.',
}

function refused(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } }
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Schema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: rest,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function isEmpty({ type, properties = {} }: Schema): boolean {
  return type === 'object' && Object.keys(properties as object).length === 0
}

/** Adds the descriptions of both APIs, as OpenAPI and as pages. */
export function addPages(app: ControlApp, { simulator, dialect }: ControlContext, subjects: ControlSubjects): void {
  const documents = {
    // Rebuilt on every request, since level and address may have changed.
    '': () => openApi({ featureLevel: simulator.realm.featureLevel, dialect, url: simulator.url }),
    '/sim': () => controlOpenApi(subjects, simulator.url),
  }
  for (const [below, document] of Object.entries(documents)) {
    app.get(`${below}/openapi.json`, (c) =>
      c.body(`${JSON.stringify(document(), null, 2)}\n`, 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      }),
    )
    app.get(`${below}/docs`, (c) =>
      c.body(openApiPage(document(), { stylesheet: '/docs.css', json: `${below}/openapi.json` }), 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': openApiPagePolicy,
        'X-Content-Type-Options': 'nosniff',
      }),
    )
  }
  app.get('/docs.css', (c) =>
    c.body(openApiStylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }),
  )
}
