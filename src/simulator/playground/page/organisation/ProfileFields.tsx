import { useSignal } from '@preact/signals'
import type { ProfileField } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { act, press } from './acting.js'
import { type Field, type Filled, Form } from './Form.js'
import { fieldDataOf, readFieldData } from './fieldData.js'
import { useLive } from './live.js'
import { OrderList } from './OrderList.js'
import { Page } from './Page.js'

const types: readonly (readonly [string, string])[] = [
  ['1', 'short text'],
  ['2', 'long text'],
  ['3', 'options'],
  ['4', 'date'],
  ['5', 'link'],
  ['6', 'users'],
  ['7', 'external account'],
  ['8', 'pronouns'],
]

const typeOf = ({ type }: ProfileField) => types[type - 1]?.[1] ?? String(type)

/** What profiles have beside the usual, in order. */
export function ProfileFields() {
  const { answer, problem } = useLive<{ custom_fields: ProfileField[] }>(
    '/realm/profile_fields',
    /^custom_profile_field/,
  )
  return (
    <Page<ProfileField>
      title="Profile fields"
      rows={answer?.custom_fields ?? []}
      problem={problem}
      hint="Name, type:date"
      fields={{ type: { kind: 'text', of: typeOf } }}
      wordsOf={({ name, hint }) => `${name} ${hint}`}
      idOf={({ id }) => String(id)}
      empty="Profiles have no fields beside the usual."
      add="Add a field"
      list={(rows, isSearched) => (
        <OrderList
          label="Profile fields in order"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          isFixed={isSearched}
          save={(order) => act('PATCH', '/realm/profile_fields', { order })}
          cells={(field) => (
            <>
              <strong>{field.name}</strong>
              <span class="chip">{typeOf(field)}</span>
              <span class="quiet-text small">{field.hint}</span>
            </>
          )}
        />
      )}
      blank={AddField}
      detail={(field) => <OneField field={field} />}
    />
  )
}

function AddField() {
  const type = useSignal('1')
  return (
    <>
      <h3>Add a field</h3>
      <Form
        label="Add a field"
        submit="Add"
        empties
        onInput={(filled) => {
          type.value = filled.text('field_type')
        }}
        fields={[
          { name: 'field_type', label: 'Type', kind: 'choice', options: types, initial: '1', about: /type/i },
          ...partsOf(Number(type.value), undefined),
        ]}
        save={async (filled) => {
          const kind = Number(filled.text('field_type'))
          const given = { ...commonIn(filled), field_data: fieldDataOf(kind, detailsIn(filled)) }
          const { id } = await act<{ id: number }>('POST', '/realm/profile_fields', { field_type: kind, ...given })
          choose({ id: String(id) })
        }}
      />
    </>
  )
}

function OneField({ field }: { field: ProfileField }) {
  const path = `/realm/profile_fields/${field.id}`
  return (
    <>
      <h3>
        {field.name} <span class="chip">{typeOf(field)}</span>
      </h3>
      <Form
        label={`Edit ${field.name}`}
        submit="Save"
        done="Saved."
        fields={partsOf(field.type, field)}
        save={(filled) =>
          act('PATCH', path, {
            ...commonIn(filled),
            field_data: fieldDataOf(field.type, detailsIn(filled), field.field_data),
          })
        }
      />
      <div class="buttons">
        <button
          type="button"
          class="serious"
          onClick={() => press(`${field.name} is gone.`, () => act('DELETE', path))}
        >
          Remove
        </button>
      </div>
      <p class="small quiet-text">What people filled in goes with it, and does not come back.</p>
    </>
  )
}

function partsOf(type: number, field: ProfileField | undefined): readonly Field[] {
  const { choices, account, pattern } = readFieldData(field?.field_data ?? '')
  return [
    { name: 'name', label: 'Name', initial: field?.name, about: /label/i },
    { name: 'hint', label: 'Hint', initial: field?.hint },
    ...(type === 3
      ? [
          {
            name: 'choices',
            label: 'Options, a line for each',
            kind: 'long' as const,
            initial: choices,
            about: /choice/i,
          },
        ]
      : []),
    ...(type === 7
      ? [
          {
            name: 'account',
            label: 'Which account',
            hint: 'The name of a service that the server knows, or custom.',
            initial: account || 'custom',
          },
          {
            name: 'pattern',
            label: 'Its address',
            hint: 'For a custom one, with %(username)s in it.',
            kind: 'code' as const,
            initial: pattern,
          },
        ]
      : []),
    { name: 'required', label: 'Must be filled in', kind: 'check', initial: field?.required === true },
    {
      name: 'editable_by_user',
      label: 'People fill it in themselves',
      kind: 'check',
      initial: field?.editable_by_user !== false,
    },
    {
      name: 'display_in_profile_summary',
      label: 'Stands in the summary of a profile',
      kind: 'check',
      hint: 'At most two fields do.',
      initial: field?.display_in_profile_summary === true,
      about: /summary/i,
    },
  ]
}

const commonIn = (filled: Filled) => ({
  name: filled.text('name'),
  hint: filled.text('hint'),
  required: filled.isOn('required'),
  editable_by_user: filled.isOn('editable_by_user'),
  display_in_profile_summary: filled.isOn('display_in_profile_summary'),
})

const detailsIn = (filled: Filled) => ({
  choices: filled.text('choices'),
  account: filled.text('account'),
  pattern: filled.text('pattern'),
})
