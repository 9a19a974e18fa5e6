import { useSignal } from '@preact/signals'
import type { ProfileField } from '../../../../protocol/index.js'
import { chip, named, small } from '../ui/chip.js'
import { act } from './acting.js'
import { Form, type FormFields, type Given } from './Form.js'
import { fieldDataOf, readFieldData } from './fieldData.js'
import { useLive } from './live.js'
import { Page, Press } from './Page.js'

/** Types by their numbers, from 1 on. */
const types = ['short text', 'long text', 'options', 'date', 'link', 'users', 'external account', 'pronouns']

const typeOf = ({ type }: ProfileField) => types[type - 1] ?? String(type)

/** What profiles have beside the usual, in order. */
export function ProfileFields() {
  const { answer, problem } = useLive<{ custom_fields: ProfileField[] }>(
    '/realm/profile_fields',
    /^custom_profile_field/,
  )
  return (
    <Page<ProfileField>
      title="Profile fields"
      rows={answer?.custom_fields}
      problem={problem}
      hint="Name, type:date"
      fields={{ type: typeOf }}
      wordsOf={({ name, hint }) => `${name} ${hint}`}
      idOf={({ id }) => id}
      empty="Profiles have no fields beside the usual."
      order={{
        nameOf: ({ name }) => name,
        save: (order) => act('PATCH', '/realm/profile_fields', { order }),
        cells: (field) => (
          <>
            <strong>{field.name}</strong>
            {chip(typeOf(field))}
            <span class="quiet-text small">{field.hint}</span>
          </>
        ),
      }}
      add="Add a field"
      blank={<AddField />}
      heading={(field) => named(field.name, typeOf(field))}
      detail={(field) => (
        <>
          <Form
            title={`Edit ${field.name}`}
            fields={partsOf(field.type, field)}
            save={(_, all) =>
              act('PATCH', `/realm/profile_fields/${field.id}`, parametersOf(field.type, all, field.field_data))
            }
          />
          <div class="buttons">
            <Press
              name="Remove"
              done={`${field.name} is gone.`}
              work={() => act('DELETE', `/realm/profile_fields/${field.id}`)}
              tone="serious"
            />
          </div>
          {small('What people filled in goes with it, and does not come back.')}
        </>
      )}
    />
  )
}

function AddField() {
  const type = useSignal(1)
  return (
    <Form
      title="Add a field"
      submit="Add"
      isNew
      chooses="id"
      onInput={({ field_type }) => {
        type.value = Number(field_type)
      }}
      fields={{
        field_type: { label: 'Type', kind: 'choice', options: types.map((name, index) => [index + 1, name]) },
        ...partsOf(type.value),
      }}
      save={(_, { field_type, ...all }) =>
        act('POST', '/realm/profile_fields', { field_type, ...parametersOf(Number(field_type), all) })
      }
    />
  )
}

function partsOf(type: number, field?: ProfileField): FormFields {
  const { choices, account, pattern } = readFieldData(field?.field_data ?? '')
  return {
    name: { label: 'Name', initial: field?.name, about: /label/i },
    hint: { label: 'Hint', initial: field?.hint },
    ...(type === 3 && {
      choices: { label: 'Options, a line for each', kind: 'long', initial: choices, about: /choice/i },
    }),
    ...(type === 7 && {
      account: {
        label: 'Which account',
        hint: 'The name of a service that the server knows, or custom.',
        initial: account || 'custom',
      },
      pattern: {
        label: 'Its address',
        hint: 'For a custom one, with %(username)s in it.',
        kind: 'code',
        initial: pattern,
      },
    }),
    required: { label: 'Must be filled in', kind: 'check', initial: field?.required === true },
    editable_by_user: {
      label: 'People fill it in themselves',
      kind: 'check',
      initial: field?.editable_by_user !== false,
    },
    display_in_profile_summary: {
      label: 'Stands in the summary of a profile',
      kind: 'check',
      hint: 'At most two fields do.',
      initial: field?.display_in_profile_summary === true,
      about: /summary/i,
    },
  }
}

/** What was filled in, as the service wants it. */
function parametersOf(
  type: number,
  { choices = '', account = '', pattern = '', ...all }: Given,
  before?: string,
): Given {
  const details = { choices: String(choices), account: String(account), pattern: String(pattern) }
  return { ...all, field_data: fieldDataOf(type, details, before) }
}
