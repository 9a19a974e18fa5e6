import { useSignal } from '@preact/signals'
import { actor } from '../actor.js'
import { choice, choose } from '../address.js'
import { type Field, Form } from '../admin/Form.js'
import { WhoActs } from '../admin/WhoActs.js'
import { callRoute } from '../api.js'
import { useAnswer } from '../inspector/requests.js'
import { ask } from '../simulator.js'
import { Code } from '../ui/Code.js'
import { Loading } from '../ui/Loading.js'

/** The parts of the server's OpenAPI description that the form uses. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly (Schema & {
    readonly name: string
    readonly required?: boolean
    readonly schema?: Schema
  })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Body }>> }
}

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly (string | number)[]
  readonly description?: string
}

interface Body {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** A form that calls any endpoint as any account. The call appears in the list, like a bot's. */
export function CallForm() {
  const described = useAnswer('', () => ask<Described>('/openapi.json')).value
  const answer = useSignal<unknown>(undefined)
  const caller = actor.value
  if (typeof described !== 'object' || caller === undefined) return <p class="empty">{described ?? <Loading />}</p>
  const all = Object.entries(described.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, path, method })))
    .sort((one, other) => (one.operationId < other.operationId ? -1 : 1))
  const asked = choice('call').value
  const chosen = all.find(({ operationId }) => operationId === asked) ?? all[0]
  if (chosen === undefined) return null
  const { operationId, summary, method, path } = chosen
  return (
    <div class="panel">
      <h2>Call the API</h2>
      <WhoActs />
      <label>
        Endpoint{' '}
        <input
          key={operationId}
          class="code"
          type="text"
          list="endpoints"
          spellcheck={false}
          defaultValue={operationId}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget: { value } }) => {
            if (value === operationId || !all.some((one) => one.operationId === value)) return
            answer.value = undefined
            choose({ call: value })
          }}
        />
        <datalist id="endpoints">
          {all.map((one) => (
            <option key={one.operationId} value={one.operationId} />
          ))}
        </datalist>
      </label>
      <p class="small quiet-text">
        <code>
          {method.toUpperCase()} {path}
        </code>{' '}
        {summary}
      </p>
      <Form
        key={operationId}
        title={operationId}
        submit="Call"
        isNew
        keeps
        fields={fieldsOf(chosen)}
        onSubmit={async (given) => {
          answer.value = undefined
          answer.value = await callRoute(caller, method.toUpperCase(), path, given, 'playground call')
        }}
      />
      {answer.value !== undefined && <Code label="The answer" text={JSON.stringify(answer.value)} />}
    </div>
  )
}

function fieldsOf({ parameters = [], requestBody }: Operation) {
  const { properties, required = [] } = Object.values(requestBody?.content ?? {})[0]?.schema ?? { properties: {} }
  const all = [
    ...parameters.map(({ schema, ...one }) => ({ ...schema, ...one })),
    ...Object.entries(properties).map(([name, one]) => ({ ...one, name, required: required.includes(name) })),
  ]
  return Object.fromEntries(
    all.map(({ name, required, type = 'JSON', format, enum: values, description }): [string, Field] => {
      const hint = `${type}${required ? '' : ', optional'}${description === undefined ? '' : `. ${description.replaceAll('`', '')}`}`
      const choices = type === 'boolean' ? ['true', 'false'] : values
      const options = choices && [['', ''] as const, ...choices.map((one) => [one, String(one)] as const)]
      if (options) return [name, { label: name, hint, kind: 'choice', options }]
      return [name, { label: name, hint, kind: format === 'binary' ? 'file' : 'code' }]
    }),
  )
}
