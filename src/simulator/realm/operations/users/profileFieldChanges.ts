import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { StoredProfileField } from '../../state.js'
import { nextId, type World } from '../../world.js'
import { fieldShapes } from './profileFields.js'

type Names = 'profileFields.create' | 'profileFields.update' | 'profileFields.delete'

export const profileFieldChanges: { readonly [Name in Names]: Operation<Name> } = {
  'profileFields.create': byAccount(({ world, params }) => {
    const { field_type: type } = params
    if (type < shortText || type > pronouns) refuse('invalidFieldType')
    const name = readLabel(world, params.name, undefined)
    checkData(type, params.field_data ?? {})
    const field: StoredProfileField = {
      name,
      id: nextId(world, 'profileField'),
      hint: params.hint.trim(),
      type,
      fieldData: params.field_data === undefined ? '' : JSON.stringify(params.field_data),
      inSummary: params.display_in_profile_summary ?? false,
      required: params.required ?? false,
      editableByUser: params.editable_by_user ?? true,
    }
    replace(world, [...world.state.profileFields, field])
    return { id: field.id }
  }),

  'profileFields.update': byAccount(({ world, params }) => {
    const before = fieldMeant(world, params.field_id)
    const { field_data: data } = params
    if (data !== undefined) checkData(before.type, data)
    const after: StoredProfileField = {
      ...before,
      name: params.name === undefined ? before.name : readLabel(world, params.name, before),
      hint: params.hint?.trim() ?? before.hint,
      fieldData: data === undefined ? before.fieldData : JSON.stringify(data),
      inSummary: params.display_in_profile_summary ?? before.inSummary ?? false,
      required: params.required ?? before.required ?? false,
      editableByUser: params.editable_by_user ?? before.editableByUser ?? true,
    }
    replace(
      world,
      world.state.profileFields.map((field) => (field === before ? after : field)),
    )
    return {}
  }),

  'profileFields.delete': byAccount(({ world, params }) => {
    const gone = fieldMeant(world, params.field_id)
    for (const account of world.state.accounts.values()) account.profile.delete(gone.id)
    replace(
      world,
      world.state.profileFields.filter((field) => field !== gone),
    )
    return {}
  }),
}

/** The types of fields, see `ProfileField`. */
const shortText = 1
const options = 3
const pronouns = 8

function fieldMeant(world: World, id: number): StoredProfileField {
  return world.state.profileFields.find((field) => field.id === id) ?? refuse('fieldNotFound', { field_id: id })
}

/** @throws {Refusal} for a label that is blank, or that another field has */
function readLabel(world: World, given: string, own: StoredProfileField | undefined): string {
  const name = given.trim()
  if (name === '') refuse('fieldLabelBlank')
  return world.state.profileFields.some((field) => field !== own && field.name === name)
    ? refuse('fieldLabelTaken')
    : name
}

/** A list of options must have one. */
function checkData(type: number, data: Readonly<Record<string, unknown>>): void {
  if (type === options && Object.keys(data).length === 0) refuse('fieldChoicesNeeded')
}

/** @throws {Refusal} when more fields are to stand in the summary of a profile than fit there */
function replace(world: World, fields: readonly StoredProfileField[]): void {
  if (fields.filter((field) => field.inSummary === true).length > mostInSummary) refuse('tooManySummaryFields')
  world.state.profileFields = fields
  world.emit('custom_profile_fields', 'everyone', { fields: fieldShapes(world) })
}

const mostInSummary = 2
