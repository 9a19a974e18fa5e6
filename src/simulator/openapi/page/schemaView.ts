import { html } from 'hono/html'
import { isObject } from '../../../values.js'
import type { Schema } from '../types.js'

/** A schema for readers: its type, and its fields below. */
export function schemaView(schema: Schema): Html[] {
  const fields = fieldsView(schema)
  return [html`<p class="type">${typeOf(schema)}${defaultOf(schema)}</p>`, ...(fields === undefined ? [] : [fields])]
}

/** The anchor in the page for a name in the document. */
export function anchor(kind: string, name: string): string {
  return `${kind}-${name.replaceAll(/[^\w.-]+/g, '-')}`
}

/** The type of a value, in a few words. */
function typeOf(schema: Schema): Part {
  const { $ref, type, items, allOf, const: constant } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? $ref
    return html`<a href="#${anchor('schema', name)}">${name}</a>`
  }
  if (constant !== undefined) return html`always <code>${JSON.stringify(constant)}</code>`
  if (Array.isArray(schema.enum)) return wordsOf(schema.enum)
  const options = optionsOf(schema)
  if (options.length > 0) return joined(options.map(typeOf), ' or ')
  const all = listOf(allOf)
  if (all.length > 0) return joined(all.map(typeOf), ' and ')
  if (type === 'array') return [html`list of `, typeOf(isObject(items) ? items : {})]
  const values = schema.additionalProperties
  if (type === 'object' && schema.properties === undefined && isObject(values))
    return ['object with values of ', typeOf(values)]
  return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'anything'
}

function wordsOf(values: readonly unknown[]): Part {
  return [
    'one of ',
    joined(
      values.map((value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`),
      ', ',
    ),
  ]
}

function defaultOf(schema: Schema): Part {
  return schema.default === undefined ? undefined : html`, <code>${JSON.stringify(schema.default)}</code> unless given`
}

function fieldsView(schema: Schema): Html | undefined {
  const rows = rowsOf(schema)
  return rows.length === 0 ? undefined : html`<ul class="fields">${rows}</ul>`
}

/** The fields of an object, of a list's items, and of each alternative of a union. */
function rowsOf(schema: Schema): Html[] {
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const required = new Set<unknown>(listOf(schema.required))
  const parts = [schema.items, schema.additionalProperties, ...listOf(schema.allOf)]
  const kinds = optionsOf(schema)
    .map(rowsOf)
    .filter((rows) => rows.length > 0)
  return [
    ...own.map(([name, field]) => fieldView(name, isObject(field) ? field : {}, required.has(name))),
    ...parts.filter(isObject).flatMap(rowsOf),
    ...(kinds.length < 2 ? kinds.flat() : kinds.map(kindView)),
  ]
}

function kindView(rows: readonly Html[], at: number): Html {
  return html`<li><span class="remark">${at === 0 ? 'Either' : 'Or'}</span><ul class="fields">${rows}</ul></li>`
}

function optionsOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return [...listOf(anyOf), ...listOf(oneOf)]
}

function paragraphsOf(schema: Schema): string[] {
  const own = typeof schema.description === 'string' ? schema.description.split(/\n{2,}/) : []
  return [...own, ...optionsOf(schema).flatMap(paragraphsOf)]
}

/** One named value: a field, or a parameter. */
export function fieldView(name: string, schema: Schema, isRequired: boolean, remark: Part = undefined): Html {
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}${defaultOf(schema)}</span>${
    isRequired ? html` <em>required</em>` : undefined
  }${remark === undefined ? undefined : html` <span class="remark">${remark}</span>`}${paragraphsOf(schema).map((text) => html`<p>${inline(text)}</p>`)}${fieldsView(schema)}</li>`
}

function joined(parts: readonly Part[], between: string): Part[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]))
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value : []
}

/** A piece of HTML. `html` escapes everything in it that isn't HTML itself. */
export type Html = ReturnType<typeof html>
export type Part = Html | string | undefined | readonly Part[]

/** Paragraphs, lists, `code` and **strong** of CommonMark, which is all that descriptions use; the rest stays text. */
export function prose(text: string | undefined): Html[] {
  const blocks = (text ?? '').split(/\n{2,}/).filter((block) => block.trim() !== '')
  return blocks.map((block) => {
    const lines = block.split('\n')
    if (lines.every((line) => line.startsWith('- '))) {
      return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
    }
    return html`<p>${inline(block)}</p>`
  })
}

/** The same for one line. */
function inline(text: string): Part[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`
    return /^\*\*[^*]+\*\*$/.test(piece) ? html`<strong>${piece.slice(2, -2)}</strong>` : piece
  })
}
