import {
  authenticationCodes,
  type Endpoint,
  type ErrorId,
  type ErrorRow,
  endpoints,
  errors,
  type FeatureId,
} from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { errorBody, errorOn, errorsOf, errorText } from '../../src/protocol/index.js'
import { section7 } from './section7.js'

/** Section 7 of the spec, copied from it by hand: where, which code, which text, with which facts. */
const fromTheSpec = [
  ['4.1', 'STREAM_DOES_NOT_EXIST', "Channel with ID '9' does not exist", { stream_id: 9 }],
  ['4.1', 'BAD_REQUEST', 'Invalid user ID 9', { user_id: 9 }],
  ['4.1', 'BAD_REQUEST', 'Scheduled message does not exist', {}],
  ['4.5', 'BAD_REQUEST', 'Insufficient permission', {}],
  ['4.5', 'BAD_REQUEST', 'Client did not pass any new values.', {}],
  ['4.5', 'BAD_REQUEST', 'status_text is too long (limit: 60 characters)', { name: 'status_text', limit: 60 }],
  ['4.5', 'BAD_REQUEST', 'Client must pass emoji_name if they pass either emoji_code or reaction_type.', {}],
  ['4.5', 'BAD_REQUEST', "Emoji 'x' does not exist", { emoji_name: 'x' }],
  ['4.5', 'BAD_REQUEST', 'Invalid emoji name.', {}],
  ['4.5', 'BAD_REQUEST', 'Invalid custom emoji.', {}],
  ['4.6', 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator', {}],
  ['4.7', 'BAD_REQUEST', 'Cannot deactivate the only organization owner', {}],
  ['4.10', 'BAD_REQUEST', 'Invalid attachment', {}],
  ['4.10', 'UNAUTHORIZED', 'Not logged in: API authentication or user session required', {}],
  ['4.12', 'BAD_REQUEST', 'Cannot mute self', {}],
  ['4.12', 'BAD_REQUEST', 'No such user', {}],
  ['4.12', 'BAD_REQUEST', 'User already muted', {}],
  ['4.13', 'BAD_REQUEST', 'Invalid user group', {}],
  ['4.13', 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {}],
] as const

const rowOf = (id: ErrorId): ErrorRow => errors[id]

describe('the error table', () => {
  const declared = section7.map((row, at) => ({ ...row, at }))

  it('has as many rows as section 7 of the spec', () => {
    expect(section7).toHaveLength(fromTheSpec.length)
  })

  it.each(declared)('has the code and text of the spec: $spec, $condition', ({ spec, error, at }) => {
    const [section, code, text, facts] = fromTheSpec[at] ?? []
    expect({ spec, code: rowOf(error).code, text: errorText(rowOf(error), facts) }).toEqual({
      spec: section,
      code,
      text,
    })
    expect(rowOf(error).source).toBe('spec')
  })

  it.each(declared)("is consistent with the endpoint's declaration: $spec, $condition", ({ spec, error }) => {
    const endpoint = (endpoints as readonly Endpoint[]).find((one) => one.spec === spec)
    const byAccess: readonly unknown[] = [errors.mustBeAdministrator, errors.notLoggedIn]
    const byParameter: readonly unknown[] = [errors.tooLong]
    const declaredThere = endpoint && errorsOf(endpoint).some((id) => errors[id] === rowOf(error))
    expect(declaredThere || byAccess.includes(rowOf(error)) || byParameter.includes(rowOf(error))).toBe(true)
  })
})

describe('the error of an older server', () => {
  it.each(section7)('has the text of the spec: $spec, $condition', ({ error }) => {
    expect(errorOn(rowOf(error), () => false).msg).toBe(rowOf(error).msg)
  })

  it('has its old text and code', () => {
    const has = (feature: FeatureId) => !['channelWords', 'channelAdministrators'].includes(feature)
    expect(errorOn(errors.missingChannel, has)).toEqual({ ...errors.missingChannel, msg: 'Missing stream' })
    expect(errorOn(errors.channelNotAdministered, has)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(errorOn(errors.channelNameInUse, has).msg).toBe("Stream name '{name}' is already taken.")
  })

  it('is the current one if nothing changed', () => {
    expect(errorOn(errors.missingTopic, () => false)).toBe(errors.missingTopic)
  })
})

describe('errorBody', () => {
  it('includes the extra fields of the code and no other facts', () => {
    expect(errorBody(errors.channelDoesNotExist, { stream_id: 9, secret: 'x' })).toEqual({
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel with ID '9' does not exist",
      stream_id: 9,
    })
    const objections = [{ type: 'realm', settings: ['can_invite_users_group'] }]
    expect(errorBody(errors.groupInUse, { objections })).toMatchObject({ objections })
  })

  it('has no code if a real server sends none', () => {
    expect(errorBody(errors.internalError)).toEqual({ result: 'error', msg: 'Internal server error' })
  })

  it('inserts facts literally into the text', () => {
    expect(errorText(errors.emojiDoesNotExist, { emoji_name: '$& {emoji_name} $1' })).toBe(
      "Emoji '$& {emoji_name} $1' does not exist",
    )
  })

  it('is complemented by authenticationCodes, which has both codes for wrong credentials', () => {
    expect(authenticationCodes).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'INVALID_API_KEY']))
  })
})
