/** The parts of OpenAPI 3.1 that are used here. @see https://spec.openapis.org/oas/v3.1.1.html */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string
    readonly description?: string
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly security?: readonly Security[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Response>>
    readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  /** Facts beyond the standard. */
  readonly [extension: `x-${string}`]: unknown
}

type Security = Readonly<Record<string, readonly string[]>>

export type HttpVerb = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'

export type PathItem = { readonly [Verb in HttpVerb]?: Operation }

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  /** CommonMark. */
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly security?: readonly Security[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly [extension: `x-${string}`]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly description?: string
  /** The format of the value: plain text described by `schema`, or a media type. */
  readonly schema?: Schema
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Readonly<Record<string, MediaType>>
}

export interface MediaType {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
}

export interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, MediaType>>
}

export type Reference = { readonly $ref: string }

/** JSON Schema, draft 2020-12. */
export type Schema = { readonly [keyword: string]: unknown }
