import * as z from 'zod/mini'

/** Something that happened, as an event queue hands it out: by `type`, with fields of its own. The shapes are assumed. */
export const Event = z.looseObject({
  /** Rises within its queue; there may be gaps. */
  id: z.int(),
  type: z.string(),
})
export type Event = z.infer<typeof Event>
