/** What today's servers call a field of the answer of `POST /register`, or that they have it no more. */
const olderFields: Readonly<Record<string, string | undefined>> = {
  realm_notifications_stream_id: 'realm_new_stream_announcements_stream_id',
  realm_signup_notifications_stream_id: 'realm_signup_announcements_stream_id',
  realm_giphy_rating: 'realm_gif_rating_policy',
  giphy_rating_options: 'gif_rating_policy_options',
  gif_rating_options: 'gif_rating_policy_options',
  realm_add_custom_emoji_policy: undefined,
  realm_allow_community_topic_editing: undefined,
  realm_bot_creation_policy: undefined,
  realm_delete_own_message_policy: undefined,
  realm_edit_topic_policy: undefined,
  realm_invite_to_realm_policy: undefined,
  realm_invite_to_stream_policy: undefined,
  realm_move_messages_between_streams_policy: undefined,
  realm_private_message_policy: undefined,
  realm_user_group_edit_policy: undefined,
}

/** The state that a queue starts from, without what today's servers have no more and by today's names. */
export function modernRegistration(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(answer).flatMap(([name, value]) => {
    const today = Object.hasOwn(olderFields, name) ? olderFields[name] : name
    return today === undefined ? [] : [[today, value] as const]
  })
  return Object.fromEntries(entries)
}
