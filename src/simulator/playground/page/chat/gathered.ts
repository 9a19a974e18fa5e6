import type { Reaction } from '../../../../protocol/index.js'

/** An emoji under a message, and who put it there. */
export interface Gathered {
  readonly key: string
  readonly name: string
  readonly code: string
  readonly type: string
  readonly userIds: readonly number[]
}

/** Reactions by emoji, in the order in which each was first used. Two that differ in their name alone are one. */
export function gathered(reactions: readonly Reaction[]): readonly Gathered[] {
  const byKey = new Map<string, Gathered & { userIds: number[] }>()
  for (const { emoji_name: name, emoji_code: code, reaction_type: type, user_id } of reactions) {
    const key = `${type} ${code}`
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { key, name, code, type, userIds: [user_id] })
    else if (!known.userIds.includes(user_id)) known.userIds.push(user_id)
  }
  return [...byKey.values()]
}
