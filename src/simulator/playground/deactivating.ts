/** What deactivating somebody may delete first. @see spec 4.7 */
export const deletions = {
  delete_profile: 'Delete their name and picture',
  delete_public_channel_messages: 'Delete their messages in public channels',
  delete_private_channel_messages: 'Delete their messages in private channels',
  delete_direct_messages: 'Delete their direct messages',
}

/** The same as boxes to tick. */
export const deletionFields = Object.fromEntries(
  Object.entries(deletions).map(([name, label]) => [name, { label, kind: 'check' as const }]),
)

/** What is ticked, as the service wants it; nothing where nothing is. */
export function actionsIn(given: Readonly<Record<string, unknown>>): { readonly actions?: unknown } {
  const ticked = Object.entries(given).filter(([name, value]) => name in deletions && value === true)
  return ticked.length > 0 ? { actions: Object.fromEntries(ticked) } : {}
}
