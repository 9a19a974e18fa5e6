/**
 * The triggers that the spec names. `trigger` stays an open string: other values may exist.
 *
 * @see spec 6.1
 */
export const triggers = { mention: 'mention', directMessage: 'direct_message' } as const

/** What servers below the level of `directMessageTrigger` call a direct message. */
export const olderDirectMessageTrigger = 'private_message'
