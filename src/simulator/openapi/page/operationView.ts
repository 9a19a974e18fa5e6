import { html } from 'hono/html'
import type { Example, MediaType, OpenApiDocument, Operation, Parameter, Reference, Response } from '../types.js'
import { type Html, type Part, prose } from './prose.js'
import { anchor, fieldView, schemaView } from './schemaView.js'

/** One operation: a line that says what it is, and the rest to be unfolded. */
export function operationView(verb: string, path: string, operation: Operation, document: OpenApiDocument): Html {
  const { parameters = [], requestBody, responses } = operation
  const sections = String(operation['x-earshot-spec'] ?? '')
    .split(', ')
    .filter((section) => /\d/.test(section))
  // A browser unfolds what holds the place that a link leads to, so the place is inside.
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

/** What an operation is called in the page. */
export function nameOf(verb: string, path: string, { operationId }: Operation): string {
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

/** What a reference points to; undefined where that is not there. */
function resolved<Item extends object>(
  item: Item | Reference,
  kept: Readonly<Record<string, Item>> | undefined,
): Item | undefined {
  if (!('$ref' in item)) return item
  const name = String(item.$ref).split('/').at(-1) ?? ''
  return kept !== undefined && Object.hasOwn(kept, name) ? kept[name] : undefined
}
