import type { ProfileField } from '../../../../protocol/index.js'
import type { Asked } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, chip, el, type FormFields, type Given, named, part, small } from '../shown.js'
import { making, type View } from '../view.js'
import { fieldDataOf, readFieldData } from './fieldData.js'

/** What profiles have beside the usual, in order. */
export const profileFields: View = {
  changes: /^custom_profile_field/,
  async show(asked) {
    const { answer, problem } = await allFields(asked)
    return listing<ProfileField>(asked, {
      title: 'Profile fields',
      rows: answer?.custom_fields,
      problem,
      hint: 'Name, type:date',
      fields: { type: typeOf },
      wordsOf: ({ name, hint }) => `${name} ${hint}`,
      idOf: ({ id }) => id,
      empty: 'Profiles have no fields beside the usual.',
      order: {
        nameOf: ({ name }) => name,
        cells: (field) => [
          el('strong', '', field.name),
          chip(typeOf(field)),
          el('span', 'quiet-text small', field.hint),
        ],
      },
      add: 'Add a field',
      blank: part('Form', {
        title: 'Add a field',
        submit: 'Add',
        isNew: true,
        deed: 'add',
        check: 'ask',
        fields: newField(1),
      }),
      heading: (field) => named(field.name, typeOf(field)),
      detail: (field) => [
        part('Form', { title: `Edit ${field.name}`, deed: 'edit', fields: partsOf(field.type, field) }),
        buttons(part('Press', { name: 'Remove', deed: 'remove', tone: 'serious' })),
        small('What people filled in goes with it, and does not come back.'),
      ],
    })
  },
  deeds: {
    /** Another type asks for other things. */
    ask: async (_, __, { field_type }) => ({ fields: newField(Number(field_type)) }),
    add: making('id', ({ act }, { field_type, ...given }) =>
      act('POST', '/realm/profile_fields', { field_type, ...parametersOf(Number(field_type), given) }),
    ),
    async edit(asked, _, all) {
      const { type = 1, field_data } = (await theField(asked)) ?? {}
      await asked.act('PATCH', `/realm/profile_fields/${asked.id}`, parametersOf(type, all, field_data))
      return { said: 'Saved.' }
    },
    async order({ act }, { order }) {
      await act('PATCH', '/realm/profile_fields', { order })
      return undefined
    },
    async remove(asked) {
      const field = await theField(asked)
      await asked.act('DELETE', `/realm/profile_fields/${asked.id}`)
      return { said: `${field?.name} is gone.` }
    },
  },
}

/** Types by their numbers, from 1 on. */
const types = ['short text', 'long text', 'options', 'date', 'link', 'users', 'external account', 'pronouns']

const typeOf = ({ type }: ProfileField) => types[type - 1] ?? String(type)

const allFields = ({ look }: Asked) => look<{ custom_fields: ProfileField[] }>('/realm/profile_fields')

const theField = async (asked: Asked) =>
  (await allFields(asked)).answer?.custom_fields.find(({ id }) => String(id) === asked.id)

const newField = (type: number): FormFields => ({
  field_type: { label: 'Type', kind: 'choice', options: types.map((name, index) => [index + 1, name]) },
  ...partsOf(type),
})

function partsOf(type: number, field?: ProfileField): FormFields {
  const { choices, account, pattern } = readFieldData(field?.field_data ?? '')
  return {
    name: { label: 'Name', initial: field?.name, about: 'label' },
    hint: { label: 'Hint', initial: field?.hint },
    ...(type === 3 && {
      choices: { label: 'Options, a line for each', kind: 'long', initial: choices, about: 'choice' },
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
      about: 'summary',
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
