import { withoutUndefined } from '../../../../values.js'
import type { Operations } from '../../access/operation.js'
import { fieldShapes } from '../../shapes/organisation.js'
import { refuse } from '../../world/refusal.js'
import type { StoredProfileField } from '../../world/state.js'
import { nextId, type World } from '../../world/world.js'

export const profileFieldOperations = {
  'profileFields.reorder': ({ world, params }) => {
    const { profileFields } = world.state
    // Surplus IDs are ignored; of repeated ones the last place counts.
    const placeOf = new Map(params.order.map((id, place) => [id, place]))
    if (!profileFields.every((field) => placeOf.has(field.id))) refuse('invalidOrder')
    const place = (id: number) => placeOf.get(id) ?? 0
    const ordered = profileFields.toSorted((one, other) => place(one.id) - place(other.id))
    replace(world, ordered)
  },

  'profileFields.list': ({ world }) => ({ custom_fields: fieldShapes(world) }),

  'profileFields.create': ({ world, params }) => {
    const { field_type: type, field_data: data, display_in_profile_summary = false, editable_by_user = true } = params
    if (type < shortText || type > pronouns) refuse('invalidFieldType')
    const name = readLabel(world, params.name, undefined)
    checkData(type, data ?? {})
    checkSummary(world.state.profileFields, display_in_profile_summary)
    const field_data = data === undefined ? '' : JSON.stringify(data)
    const field: StoredProfileField = {
      ...{ id: nextId(world, 'profileField'), name, hint: params.hint.trim(), type, field_data },
      ...{ display_in_profile_summary, required: params.required ?? false, editable_by_user },
    }
    replace(world, [...world.state.profileFields, field])
    return { id: field.id }
  },

  'profileFields.update': ({ world, params }) => {
    const before = findField(world, params.field_id)
    const { name, hint, field_data: data, field_id: _, ...changes } = params
    if (data !== undefined) checkData(before.type, data)
    const after: StoredProfileField = {
      ...{ ...before, ...withoutUndefined(changes) },
      name: name === undefined ? before.name : readLabel(world, name, before),
      hint: hint?.trim() ?? before.hint,
      field_data: data === undefined ? before.field_data : JSON.stringify(data),
    }
    const others = world.state.profileFields.filter((field) => field !== before)
    checkSummary(others, after.display_in_profile_summary === true)
    const changed = world.state.profileFields.map((field) => (field === before ? after : field))
    replace(world, changed)
  },

  'profileFields.delete': ({ world, params }) => {
    const gone = findField(world, params.field_id)
    for (const account of world.state.accounts.values()) account.profile.delete(gone.id)
    const left = world.state.profileFields.filter((field) => field !== gone)
    replace(world, left)
  },
} satisfies Partial<Operations>

const shortText = 1
const options = 3
const pronouns = 8

function findField(world: World, id: number): StoredProfileField {
  return world.state.profileFields.find((field) => field.id === id) ?? refuse('fieldNotFound', { field_id: id })
}

/** @throws {Refusal} for a label that is blank or taken */
function readLabel(world: World, given: string, own: StoredProfileField | undefined): string {
  const name = given.trim()
  if (name === '') refuse('fieldLabelBlank')
  return world.state.profileFields.some((field) => field !== own && field.name === name)
    ? refuse('fieldLabelTaken')
    : name
}

/** A list needs options. */
function checkData(type: number, data: Readonly<Record<string, unknown>>): void {
  if (type === options && Object.keys(data).length === 0) refuse('fieldChoicesNeeded')
}

/** @throws {Refusal} if too many fields would be shown in the profile summary */
function checkSummary(others: readonly StoredProfileField[], isShown: boolean): void {
  const shown = others.filter((field) => field.display_in_profile_summary === true).length
  if (isShown && shown >= mostInSummary) refuse('tooManySummaryFields')
}

function replace(world: World, fields: readonly StoredProfileField[]): void {
  world.state.profileFields = fields
  world.emit('custom_profile_fields', 'everyone', { fields: fieldShapes(world) })
}

const mostInSummary = 2
