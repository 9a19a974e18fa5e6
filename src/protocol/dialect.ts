/**
 * The names in which a server differs from the spec's neutral ones. A dialect is applied at the edge of the wire and
 * nowhere else: everything inside uses the spec's names.
 *
 * @see spec, conventions
 */
export interface Dialect {
  readonly name: string
  /** Paths below `/api/v1`: the spec's to the server's. */
  readonly paths: Readonly<Record<string, string>>
  /** Field names: the spec's to the server's. */
  readonly fields: Readonly<Record<string, string>>
  /** Keys of `authentication_methods`: the spec's to the server's. */
  readonly authenticationMethods: Readonly<Record<string, string>>
  /** Values of `reaction_type`: the spec's to the server's. */
  readonly reactionTypes: Readonly<Record<string, string>>
  /** Name and code of the special built-in emoji: the spec's to the server's. */
  readonly extraEmoji: Readonly<Record<string, string>>
  /** Words inside texts and headers. */
  readonly words: {
    /** What the server calls itself in its texts. */
    readonly brand: string
    /** What it calls the conferencing provider of 4.16. */
    readonly callProvider: string
    /** The realm of `WWW-Authenticate`. */
    readonly authenticationRealm: string
    /** Product name in the `User-Agent` of deliveries. */
    readonly deliveryAgent: string
  }
}

/** The spec's own words. */
export const svcDialect: Dialect = {
  name: 'svc',
  paths: {},
  fields: {},
  authenticationMethods: {},
  reactionTypes: {},
  extraEmoji: {},
  words: {
    brand: 'the service',
    callProvider: 'External Talk',
    authenticationRealm: 'svc',
    deliveryAgent: 'SvcOutgoingWebhook',
  },
}

/** The words of a Zulip server. */
export const zulipDialect: Dialect = {
  name: 'zulip',
  paths: {
    '/svc-outgoing-webhook': '/zulip-outgoing-webhook',
    '/calls/ext_talk/create': '/calls/nextcloud_talk/create',
  },
  fields: {
    svc_feature_level: 'zulip_feature_level',
    svc_version: 'zulip_version',
    svc_merge_base: 'zulip_merge_base',
    svc_plan_is_not_limited: 'zulip_plan_is_not_limited',
    realm_svc_update_announcements_stream_id: 'realm_zulip_update_announcements_stream_id',
  },
  authenticationMethods: {
    idp_code_host_1: 'github',
    idp_code_host_2: 'gitlab',
    idp_directory_cloud: 'azuread',
    idp_device_vendor: 'apple',
    idp_search_vendor: 'google',
    idp_chat_vendor: 'discord',
  },
  reactionTypes: { svc_extra_emoji: 'zulip_extra_emoji' },
  extraEmoji: { svc: 'zulip' },
  words: {
    brand: 'Zulip',
    callProvider: 'Nextcloud Talk',
    authenticationRealm: 'zulip',
    deliveryAgent: 'ZulipOutgoingWebhook',
  },
}

export const dialects = { svc: svcDialect, zulip: zulipDialect } as const
export type DialectName = keyof typeof dialects
const builtIn: readonly Dialect[] = Object.values(dialects)

/** A built-in dialect by name, or one's own as it is. @throws {RangeError} for a name that is not built in. */
export function dialectOf(choice: DialectName | Dialect = 'svc'): Dialect {
  if (typeof choice !== 'string') return choice
  const dialect: Dialect | undefined = Object.hasOwn(dialects, choice) ? dialects[choice] : undefined
  if (dialect === undefined) {
    throw new RangeError(`There is no dialect "${choice}"; choose one of ${Object.keys(dialects).join(', ')}.`)
  }
  return dialect
}

type Table = Readonly<Record<string, string>>

/** The server's path for the spec's. */
export function toWirePath(dialect: Dialect, path: string): string {
  return dialect.paths[path] ?? path
}

/** Translates the spec's names to the server's: fields and the few values that differ, at any depth. */
export function toWire<Value>(dialect: Dialect, value: Value): Value {
  return translate(value, dialect, (table) => table)
}

/**
 * Translates the server's names to the spec's; while the dialect isn't known, those of every built-in one.
 *
 * @param json The text that the value was read from; if it has no word of a dialect, the value isn't walked.
 */
export function fromWire<Value>(dialect: Dialect | undefined, value: Value, json?: string): Value {
  const spoken = dialect === undefined ? builtIn : [dialect]
  return spoken.reduce((said, one) => {
    return json === undefined || wireWords(one).test(json) ? translate(said, one, inverse) : said
  }, value)
}

/** Finds a word of the dialect in JSON; nothing in that of the spec's own. */
function wireWords(dialect: Dialect): RegExp {
  const known = wordPatterns.get(dialect)
  if (known !== undefined) return known
  const { fields, authenticationMethods, reactionTypes, extraEmoji } = dialect
  const words = [fields, authenticationMethods, reactionTypes, extraEmoji].flatMap((table) => Object.values(table))
  const isPlain = words.every((word) => /^\w+$/.test(word))
  // JSON may write other characters in several ways: then all of it is walked through.
  const pattern = words.length === 0 ? /$^/ : isPlain ? new RegExp(`"(?:${words.join('|')})"`) : /^/
  wordPatterns.set(dialect, pattern)
  return pattern
}

const wordPatterns = new WeakMap<Dialect, RegExp>()

/** The dialect in which an answer of `GET /server_settings` names its version. */
export function dialectIn(settings: object): Dialect | undefined {
  return builtIn.find(({ fields }) =>
    ['svc_version', 'svc_feature_level'].some((field) => Object.hasOwn(settings, fields[field] ?? field)),
  )
}

/** Whether a request differs between dialects, so that the server's has to be known before it is sent. */
export function dependsOnDialect(path: string, params: Readonly<Record<string, unknown>>): boolean {
  return builtIn.some((dialect) => {
    const words: Table = { ...dialect.reactionTypes, ...dialect.extraEmoji }
    const values = [params.reaction_type, params.emoji_name, params.emoji_code]
    return Object.hasOwn(dialect.paths, path) || values.some((value) => Object.hasOwn(words, String(value)))
  })
}

function translate<Value>(value: Value, dialect: Dialect, direction: (table: Table) => Table): Value {
  if (dialect === svcDialect) return value
  const fields = direction(dialect.fields)
  const methods = direction(dialect.authenticationMethods)
  const values: Readonly<Record<string, Table>> = {
    reaction_type: direction(dialect.reactionTypes),
    emoji_name: direction(dialect.extraEmoji),
    emoji_code: direction(dialect.extraEmoji),
  }
  const walk = (part: unknown, keys: Table): unknown => {
    if (Array.isArray(part)) return part.map((item) => walk(item, fields))
    if (typeof part !== 'object' || part === null || part instanceof Blob) return part
    // A custom emoji may have the name of the built-in one.
    const type = 'reaction_type' in part ? part.reaction_type : undefined
    const speaks = typeof type === 'string' && own(values.reaction_type ?? {}, type) === undefined ? {} : values
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => {
        const word = typeof inner === 'string' ? own(own<Table>(speaks, key) ?? {}, inner) : undefined
        return [own(keys, key) ?? key, word ?? walk(inner, key === 'authentication_methods' ? methods : fields)]
      }),
    )
  }
  return walk(value, fields) as Value
}

function own<Item>(table: Readonly<Record<string, Item>>, key: string): Item | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function inverse(table: Table): Table {
  const known = inverses.get(table)
  if (known !== undefined) return known
  const made: Table = Object.fromEntries(Object.entries(table).map(([spec, wire]) => [wire, spec]))
  inverses.set(table, made)
  return made
}

/** Made once for each table: every notification and answer is translated. */
const inverses = new WeakMap<Table, Table>()
