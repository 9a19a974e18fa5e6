import { createSimulator, SimulatorOptionError } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { assume, listAssumptions } from '../../../src/simulator/realm/assumptions/assumptions.js'
import { changes } from './changes.js'

/** Every place where the spec says "not shown", and the assumptions that answer it. Written down by hand from the spec. */
const notShown: readonly (readonly [section: string, what: string, answeredBy: readonly string[]])[] = [
  ['2.3', 'fields of a scheduled message object', ['scheduledMessageFields']],
  ['2.6', 'fields of a user group record', ['userGroupFields']],
  ['2.8', 'fields of an attachment record', ['attachmentFields']],
  ['2.10', 'fields of a custom profile field definition', ['profileFieldFields']],
  ['3', 'state of a failed scheduled message after an edit', ['failedMessageAfterEdit']],
  ['3', 'which of 2 and 3 stands for unmuted', ['unmutedPolicy']],
  ['3', 'transitions of a scheduled message', ['scheduledMessageTransitions', 'scheduledLateSeconds']],
  ['3', 'reactivation of a user', ['userReactivation']],
  ['3', 'how a user becomes permanently deleted', ['deletedUsers']],
  ['3', 'reactivation and renaming of a user group', ['userGroupChanges']],
  ['3', 'the operation that unmutes a user', ['unmutingUsers']],
  ['3', 'transitions of a channel folder', ['folderArchiving']],
  ['3', 'transitions of custom emoji', ['emojiDeactivation']],
  ['4.7', 'semantics of deactivation_notification_comment', ['deactivationComment']],
  ['4', 'shapes of other endpoints', ['companionEndpoints']],
  ['4', 'what searches find', ['searchedWords']],
  ['5.7', 'how credentials are obtained', ['credentials']],
  ['5.8', 'which roles may call what', ['roles', 'managingUsers']],
  ['6.1', 'which messages trigger a bot', ['triggers']],
  ['6.1', 'how Markdown is rendered', ['newerMarkdown']],
  ['6.2', 'event queue and event payload shapes', ['eventShapes', 'usualSettings', 'heartbeatSeconds', 'queueSeconds']],
  ['6.2', 'delivery retries', ['deliveryRetries', 'retriedFailures', 'deliveryRedirects', 'failureNotices']],
  ['6.2', 'delivery timeouts', ['deliveryTimeout']],
  ['6.2', 'the reply format', ['replyFormat']],
  ['7', 'HTTP status codes', ['httpStatuses']],
  ['7', 'errors for other conditions', ['otherErrors', 'callProvider', 'newerRefusals']],
  ['8', 'rate limits', ['rateLimit']],
  ['8', 'max_message_length and max_topic_length', ['messageLength', 'topicLength']],
  ['8', 'the period after which unused uploads are deleted', ['unusedUploadSeconds']],
  ['9.2', 'whether a feature is there at its level', ['levelStart']],
  ['9.2', 'the levels of changes that it does not date', ['undatedChanges']],
  ['9.2', 'what else newer servers do', ['newerMarkdown', 'newerRefusals', 'newerAccess']],
]

const listed = listAssumptions(assume())

describe('the assumptions', () => {
  it.each(notShown)('for section %s include an answer to: %s', (_section, _what, answeredBy) => {
    expect(answeredBy.filter((id) => !listed.some((row) => row.id === id))).toEqual([])
  })

  it('each answer a gap of the spec or have a test that changes them', () => {
    const answers = new Set([...notShown.flatMap(([, , answeredBy]) => answeredBy), ...Object.keys(changes)])
    expect(listed.filter(({ id }) => !answers.has(id))).toEqual([])
  })

  it('each have a section, an assumed behaviour, an alternative and a unique ID', () => {
    for (const row of listed) {
      expect(row, row.id).toMatchObject({
        spec: expect.stringMatching(/^\d+(\.\d+)?$/),
        says: expect.stringMatching(/\.$/),
      })
      expect(row.otherwise, row.id).toMatch(/\.$/)
    }
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
  })

  it('have a test of a changed value exactly if an option changes them', () => {
    const changeable = listed.flatMap(({ id, option }) => (option === null ? [] : [id]))
    expect(Object.keys(changes).sort()).toEqual(changeable.sort())
  })

  it.each([
    [{ messageLength: -1 }, 'The assumption "messageLength" can\'t be -1'],
    [{ messageLength: '10' }, 'can\'t be "10"'],
    [{ mesageLength: 10 }, 'There is no assumption "mesageLength"; choose among httpStatuses'],
    [{ httpStatuses: 'teapot' }, 'its default is "by kind"'],
    [{ editSeconds: Number.NaN }, 'The assumption "editSeconds"'],
    [{ callProvider: { url: 'nowhere' } }, 'The assumption "callProvider"'],
  ])('given as %j are refused with a reason', (assumptions, says) => {
    const create = () => createSimulator({ assumptions: assumptions as object })
    expect(create).toThrow(SimulatorOptionError)
    expect(create).toThrow(says)
  })
})

describe.each(Object.entries(changes))('the assumption %s', (_id, change) => {
  it(change.says, change.shows)
})
