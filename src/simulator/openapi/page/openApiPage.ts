import { html } from 'hono/html'
import type { OpenApiDocument, Operation } from '../types.js'
import { nameOf, operationView } from './operationView.js'
import { type Html, prose } from './prose.js'
import { anchor, schemaView } from './schemaView.js'

export interface OpenApiPageOptions {
  /** Address of `openApiStylesheet`; `openapi.css` unless given. */
  readonly stylesheet?: string
  /** Address of the document itself; `openapi.json` unless given. */
  readonly json?: string
}

/**
 * A document as one page to read, in light and in dark, without a script and with nothing inline: to be served with
 * `openApiPagePolicy`, beside its stylesheet. Whatever the document says is text there and nothing else.
 *
 * @example openApiPage(openApi({ url }), { stylesheet: '/openapi.css', json: '/openapi.json' })
 */
export function openApiPage(
  document: OpenApiDocument,
  { stylesheet = 'openapi.css', json = 'openapi.json' }: OpenApiPageOptions = {},
): string {
  const operations = operationsIn(document)
  const chapters = chaptersOf(document, operations)
  const { title, version, summary, description } = document.info
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} ${version}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header>
<h1>${title} <small>${version}</small></h1>
<p>${summary}</p>
${prose(description)}
<ul>${document.servers.map(({ url }) => html`<li><code>${url}</code></li>`)}</ul>
<p><a href="${json}">The same as OpenAPI</a></p>
</header>
<nav aria-label="Operations">
<ul>${chapters.map(contentsOf)}<li><a href="#schemas">Schemas</a></li></ul>
</nav>
<main>
${chapters.map((chapter) => chapterView(chapter, document))}
<section id="schemas">
<h2>Schemas</h2>
${Object.entries(document.components.schemas ?? {}).map(
  ([name, schema]) => html`<details><summary><code>${name}</code></summary>
<div class="target" id="${anchor('schema', name)}">${
    typeof schema.description === 'string' ? prose(schema.description) : undefined
  }${schemaView(schema)}</div></details>
`,
)}</section>
</main>
</body>
</html>
`
  return String(page)
}

/** The `Content-Security-Policy` under which the page works: its own stylesheet, and nothing else. */
export const openApiPagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Placed {
  readonly verb: string
  readonly path: string
  readonly operation: Operation
}

interface Chapter {
  readonly name: string
  readonly description: string | undefined
  readonly operations: readonly Placed[]
}

function operationsIn({ paths, webhooks = {} }: OpenApiDocument): Placed[] {
  return Object.entries({ ...webhooks, ...paths }).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ verb, path, operation })),
  )
}

/** One chapter for every tag, in the document's order; what has none comes last. */
function chaptersOf(document: OpenApiDocument, operations: readonly Placed[]): Chapter[] {
  const untagged = { name: 'webhooks', description: undefined }
  const chapters = [...document.tags, untagged].map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => (operation.tags?.[0] ?? untagged.name) === name),
  }))
  return chapters.filter(({ operations: found }) => found.length > 0)
}

function contentsOf({ name, operations }: Chapter): Html {
  return html`<li><a href="#${anchor('tag', name)}">${name}</a><ul>${operations.map(
    ({ verb, path, operation }) =>
      html`<li><a href="#${anchor('operation', nameOf(verb, path, operation))}">${nameOf(verb, path, operation)}</a></li>`,
  )}</ul></li>
`
}

function chapterView({ name, description, operations }: Chapter, document: OpenApiDocument): Html {
  return html`<section id="${anchor('tag', name)}">
<h2>${name}</h2>
${prose(description)}
${operations.map(({ verb, path, operation }) => operationView(verb, path, operation, document))}</section>
`
}
