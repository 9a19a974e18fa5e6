/**
 * What names may not look like, as patterns that find what is wrong. The spec shows none of it, so all of it is assumed.
 */
export const nameRules = {
  /** Signs that no text of one line may hold: control characters, halves of characters, and what Unicode has not given out. */
  unprintable: /[\p{Cc}\p{Cs}\p{Cn}]/u,
  /** Signs by which a mention would end, or a link begin, inside the name of a person or bot. */
  forbiddenInFullName: /[*`\\>"@]/u,
  /** Ends a mention of the form `name|id`. */
  mentionedId: /\|\d+$/,
  /** The name of a group stands between single stars. */
  forbiddenInGroupName: /[*]/,
  /** What the server's own groups and mentions begin with. */
  reservedForGroups: /^(@|role:|user:|stream:|channel:)/,
  /** What the name of a custom emoji must look like. */
  emojiName: /^[0-9a-z_-]*[0-9a-z]$/,
} as const
