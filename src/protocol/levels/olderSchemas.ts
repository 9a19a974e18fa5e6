import * as z from 'zod/mini'
import { clone } from 'zod/v4/core'
import { type FeatureId, featureRow, hasFeature } from './features.js'

type OlderSchema = (schema: z.core.$ZodType) => z.core.$ZodType

/** How a parameter is read by servers on the other side of a feature, wherever the feature's row says that it applies. */
const older: readonly {
  readonly feature: FeatureId
  /** Whether servers with the feature are meant, not those without. */
  readonly has?: true
  readonly schema: OlderSchema
}[] = [
  { feature: 'channelMessageType', schema: without('channel') },
  { feature: 'directMessageType', schema: without('direct') },
  { feature: 'privateTypingGone', has: true, schema: without('private') },
  { feature: 'gravatarsByClient', schema: () => z._default(z.boolean(), false) },
]

/** The parameters that servers of a level read by another schema than the declared one, as `endpoint parameter`. */
export function olderSchemasAt(level: number): readonly (readonly [place: string, schema: OlderSchema])[] {
  const schemas = new Map<string, OlderSchema>()
  for (const { feature, has = false, schema } of older) {
    if (hasFeature(level, feature) !== has) continue
    const { appliesTo, alsoAppliesTo = [] } = featureRow(feature)
    for (const { endpoint, parameter } of [appliesTo, ...alsoAppliesTo]) {
      const place = `${endpoint} ${parameter}`
      const before = schemas.get(place)
      schemas.set(place, before === undefined ? schema : (declared) => schema(before(declared)))
    }
  }
  return [...schemas]
}

/** A list of words without one of them, whose place as a default the older name takes. */
function without(word: string): OlderSchema {
  return (schema) => {
    const { type, innerType, defaultValue, entries } = (schema as z.ZodMiniType).def as Parts
    if (innerType !== undefined) {
      const inner = without(word)(innerType) as z.ZodMiniType
      if (type !== 'default') return z.optional(inner)
      return z._default(inner, defaultValue === word ? 'private' : defaultValue)
    }
    const { [word]: _, ...rest } = entries ?? {}
    return clone(schema as z.ZodMiniEnum, { ...(schema as z.ZodMiniEnum).def, entries: rest })
  }
}

interface Parts {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly defaultValue?: unknown
  readonly entries?: Readonly<Record<string, string>>
}
