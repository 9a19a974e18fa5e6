import * as z from 'zod/mini'
import { clone } from 'zod/v4/core'
import { featureRow } from './changes.js'
import { type FeatureId, hasFeature } from './features.js'

type OlderSchema = (schema: z.core.$ZodType) => z.core.$ZodType

/** The schemas of parameters on servers without a feature, or with one that removed a value, wherever its row applies. */
const older: readonly {
  readonly feature: FeatureId
  /** The schema is that of servers with the feature. */
  readonly has?: true
  readonly schema: OlderSchema
}[] = [
  { feature: 'channelMessageType', schema: without('channel') },
  { feature: 'directMessageType', schema: without('direct') },
  { feature: 'privateTypingGone', has: true, schema: without('private') },
  { feature: 'gravatarsByClient', schema: () => z._default(z.boolean(), false) },
]

/** The parameters whose schema at a level differs from the declared one, as `endpoint parameter`. */
export function olderSchemasAt(level: number): readonly (readonly [place: string, schema: OlderSchema])[] {
  const schemas = new Map<string, OlderSchema>()
  for (const { feature, has = false, schema } of older) {
    if (hasFeature(level, feature) !== has) continue
    const { appliesTo, alsoAppliesTo } = featureRow(feature)
    for (const { endpoint, parameter } of [appliesTo, ...alsoAppliesTo]) {
      const place = `${endpoint} ${parameter}`
      const before = schemas.get(place)
      schemas.set(place, before === undefined ? schema : (declared) => schema(before(declared)))
    }
  }
  return [...schemas]
}

/** An enumeration without one of its values. If that is the default, `private` becomes it. */
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
