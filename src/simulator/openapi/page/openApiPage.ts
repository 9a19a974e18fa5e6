import { html } from 'hono/html'
import type { Example, MediaType, OpenApiDocument, Operation, Parameter, Reference, Response } from '../types.js'
import { anchor, fieldView, type Html, type Part, prose, schemaView } from './schemaView.js'

export interface OpenApiPageOptions {
  /** Address of `openApiStylesheet`; (default: `openapi.css`) */
  readonly stylesheet?: string
  /** Address of the document itself; (default: `openapi.json`) */
  readonly json?: string
}

/**
 * A document as one page, in light and dark, without scripts and inline styles. Serve it with `openApiPagePolicy` and its
 * stylesheet. HTML in the document's texts is escaped.
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

/** The `Content-Security-Policy` for the page: its own stylesheet, and nothing else. */
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

/** One chapter for each tag, in the document's order; untagged operations come last. */
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

/** One operation: a summary line, and expandable details. */
function operationView(verb: string, path: string, operation: Operation, document: OpenApiDocument): Html {
  const { parameters = [], requestBody, responses } = operation
  const sections = String(operation['x-earshot-spec'] ?? '')
    .split(', ')
    .filter((section) => /\d/.test(section))
  // Browsers expand the details around a link's target, so the target is inside.
  return html`<details>
<summary><span class="verb ${verb}">${verb.toUpperCase()}</span> <code class="path">${path}</code>${
    operation.deprecated ? html` <em>deprecated</em>` : undefined
  } <span class="what">${operation.summary}</span></summary>
<div class="target" id="${anchor('operation', nameOf(verb, path, operation))}">
${prose(operation.description)}
${sections.length === 0 ? undefined : html`<p class="remark">Spec ${sections.join(', ')}.</p>`}
${parameters.length === 0 ? undefined : html`<h4>Parameters</h4><ul class="fields">${parameters.map(parameterView)}</ul>`}
${requestBody === undefined ? undefined : [html`<h4>Body</h4>`, mediaViews(requestBody.content, document)]}
<h4>Answers</h4>
${Object.entries(responses).map(([status, response]) => responseView(status, response, document))}
</div>
</details>
`
}

/** The name of an operation in the page. */
function nameOf(verb: string, path: string, { operationId }: Operation): string {
  return operationId ?? `${verb} ${path}`
}

function parameterView({ name, in: place, required = false, description, schema, content = {} }: Parameter): Html {
  const [json] = Object.values(content)
  const shown = { ...(schema ?? json?.schema), ...(description !== undefined && { description }) }
  return fieldView(name, shown, required, json === undefined ? `in the ${place}` : `in the ${place}, as JSON text`)
}

function responseView(status: string, given: Response | Reference, document: OpenApiDocument): Html {
  const response = resolved(given, document.components.responses)
  if (response === undefined) return html`<p><strong>${status}</strong></p>`
  return html`<details class="answer"><summary><strong>${status}</strong> ${response.description}</summary>${mediaViews(
    response.content ?? {},
    document,
  )}</details>`
}

function mediaViews(content: Readonly<Record<string, MediaType>>, document: OpenApiDocument): Part {
  return Object.entries(content).map(([type, { schema, examples = {}, encoding = {} }]) => {
    const asJson = Object.keys(encoding).filter((name) => encoding[name]?.contentType === 'application/json')
    return [
      html`<p class="remark"><code>${type}</code>${
        asJson.length === 0 ? undefined : html`, with ${asJson.join(', ')} as JSON text`
      }</p>`,
      schema === undefined ? undefined : schemaView(schema),
      Object.values(examples).map((example) => exampleView(resolved(example, document.components.examples))),
    ]
  })
}

function exampleView(example: Example | undefined): Part {
  if (example === undefined) return undefined
  return html`<details class="example"><summary>${example.summary ?? 'Example'}</summary><pre>${JSON.stringify(example.value, null, 2)}</pre></details>`
}

/** The target of a reference; undefined if it doesn't exist. */
function resolved<Item extends object>(
  item: Item | Reference,
  kept: Readonly<Record<string, Item>> | undefined,
): Item | undefined {
  if (!('$ref' in item)) return item
  const name = String(item.$ref).split('/').at(-1) ?? ''
  return kept !== undefined && Object.hasOwn(kept, name) ? kept[name] : undefined
}
