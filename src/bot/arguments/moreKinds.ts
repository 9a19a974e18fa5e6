import { dateKind } from './date.js'
import { groupKind } from './group.js'
import type { ArgumentTypes, Kinds } from './kinds.js'
import type { plainKinds } from './plainKinds.js'
import { topicKind } from './topic.js'
import { userKind } from './user.js'

/** What a bot can read that was made with it. */
export const moreKinds: Kinds<Exclude<keyof ArgumentTypes, keyof typeof plainKinds>> = {
  user: userKind,
  group: groupKind,
  topic: topicKind,
  date: dateKind,
}
