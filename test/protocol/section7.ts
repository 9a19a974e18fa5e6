import type { ErrorId } from 'earshot/protocol'

/** Section 7 as the spec writes it: which endpoint refuses what, with which facts in the text. @see spec 7 */
export const section7: readonly {
  readonly spec: string
  readonly condition: string
  readonly error: ErrorId
}[] = [
  { spec: '4.1', condition: 'target channel does not exist', error: 'channelDoesNotExist' },
  { spec: '4.1', condition: 'direct-message recipient user does not exist', error: 'invalidUserId' },
  { spec: '4.1', condition: 'scheduled message does not exist', error: 'scheduledMessageDoesNotExist' },
  { spec: '4.5', condition: 'caller lacks permission', error: 'insufficientPermission' },
  { spec: '4.5', condition: 'no new values sent', error: 'noNewValues' },
  { spec: '4.5', condition: '`status_text` over 60', error: 'tooLong' },
  { spec: '4.5', condition: '`emoji_code` or `reaction_type` without `emoji_name`', error: 'emojiNameNeeded' },
  { spec: '4.5', condition: 'emoji name does not exist', error: 'emojiDoesNotExist' },
  { spec: '4.5', condition: 'emoji name invalid', error: 'invalidEmojiName' },
  { spec: '4.5', condition: 'custom emoji invalid', error: 'invalidCustomEmoji' },
  { spec: '4.6', condition: 'caller not an administrator', error: 'mustBeAdministrator' },
  { spec: '4.7', condition: 'target is the only organization owner', error: 'onlyOwner' },
  { spec: '4.10', condition: 'invalid attachment ID', error: 'invalidAttachment' },
  { spec: '4.10', condition: 'not authenticated', error: 'notLoggedIn' },
  { spec: '4.12', condition: 'target is the caller', error: 'cannotMuteSelf' },
  { spec: '4.12', condition: 'target nonexistent or inaccessible', error: 'noSuchUser' },
  { spec: '4.12', condition: 'target already muted', error: 'userAlreadyMuted' },
  { spec: '4.13', condition: 'invalid group ID', error: 'invalidUserGroup' },
  { spec: '4.13', condition: 'group in use by a setting or as a subgroup', error: 'groupInUse' },
]
