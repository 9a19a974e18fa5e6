import { own } from '../values.js'
/**
 * The names that a server uses in place of the neutral ones. A dialect is applied only where data enters or leaves
 * the program; all other code uses the neutral names.
 */
export interface Dialect {
  readonly name: string
  /** Paths below `/api/v1`, from the neutral ones to the server's. */
  readonly paths: Readonly<Record<string, string>>
  /** Field names, from the neutral ones to the server's. */
  readonly fields: Readonly<Record<string, string>>
  /** Keys of `authentication_methods`, from the neutral ones to the server's. */
  readonly authenticationMethods: Readonly<Record<string, string>>
  /** Values of `reaction_type`, from the neutral ones to the server's. */
  readonly reactionTypes: Readonly<Record<string, string>>
  /** Name and code of the special built-in emoji, from the neutral ones to the server's. */
  readonly extraEmoji: Readonly<Record<string, string>>
  /** Words in texts and headers. (default: those of the built-in dialect of this name, otherwise Zulip's) */
  readonly words?: DialectWords
  /** Another dialect, whose fields, paths and special emoji the server takes and answers beside the neutral ones. */
  readonly beside?: Dialect
}

export interface DialectWords {
  /** What the server calls itself in its texts. */
  readonly brand: string
  /** What it calls the call provider of 4.16. */
  readonly callProvider: string
  /** The realm of `WWW-Authenticate`. */
  readonly authenticationRealm: string
  /** Product name in the `User-Agent` of deliveries. */
  readonly deliveryAgent: string
}

/** The neutral names. */
export const svcDialect: Dialect = {
  name: 'svc',
  paths: {},
  fields: {},
  authenticationMethods: {},
  reactionTypes: {},
  extraEmoji: {},
}

/** The names that a Zulip server uses. */
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
}

export const dialects = { svc: svcDialect, zulip: zulipDialect } as const
export type DialectName = keyof typeof dialects
const builtIn: readonly Dialect[] = Object.values(dialects)

/** Finds a built-in dialect by name; returns a custom dialect as is. @throws {RangeError} if the name isn't built in. */
export function dialectOf(choice: DialectName | Dialect = 'svc'): Dialect {
  if (typeof choice !== 'string') return choice
  const dialect = own(dialects, choice)
  if (dialect === undefined) {
    throw new RangeError(`There is no dialect "${choice}"; choose one of ${Object.keys(dialects).join(', ')}.`)
  }
  return dialect
}

type Table = Readonly<Record<string, string>>

/** Translates a neutral path to the server's. */
export function toWirePath(dialect: Dialect, path: string): string {
  return dialect.paths[path] ?? path
}

/** Translates the neutral names to the server's: fields and the few values that differ, at any depth. */
export function toWire<Value>(dialect: Dialect, value: Value): Value {
  return translate(value, dialect, (table) => table)
}

/**
 * Translates the server's names to the neutral ones; while the dialect isn't known, translates those of every built-in dialect.
 *
 * @param json The text that the value was parsed from; if it contains no word of a dialect, the value isn't walked.
 */
export function fromWire<Value>(dialect: Dialect | undefined, value: Value, json?: string): Value {
  const spoken = dialect === undefined ? builtIn : [dialect]
  return spoken.reduce((said, one) => {
    if (one === svcDialect) return said
    return json === undefined || wireWords(one).test(json) ? translate(said, one, inverse) : said
  }, value)
}

/** Matches JSON that contains a word of the dialect. */
function wireWords(dialect: Dialect): RegExp {
  const known = wordPatterns.get(dialect)
  if (known !== undefined) return known
  const { fields, authenticationMethods, reactionTypes, extraEmoji } = dialect
  const words = [fields, authenticationMethods, reactionTypes, extraEmoji].flatMap((table) => Object.values(table))
  // JSON can escape the words of somebody's own dialect in several ways, so then every value is walked.
  const pattern = builtIn.includes(dialect) ? new RegExp(`"(?:${words.join('|')})"`) : /^/
  wordPatterns.set(dialect, pattern)
  return pattern
}

const wordPatterns = new WeakMap<Dialect, RegExp>()

/** Detects the dialect by the names of the version fields in a response of `GET /server_settings`. */
export function dialectIn(settings: object): Dialect | undefined {
  return builtIn.find((dialect) => speaks(settings, dialect))
}

/** Whether a response of `GET /server_settings` has the version fields of a dialect. */
export function speaks(settings: object, { fields }: Dialect): boolean {
  return ['svc_version', 'svc_feature_level'].some((field) => (fields[field] ?? field) in settings)
}

/** Whether a request differs between dialects, so that the server's dialect must be known before sending it. */
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
    // A custom emoji can have the same name as the built-in one.
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

function inverse(table: Table): Table {
  const known = inverses.get(table)
  if (known !== undefined) return known
  const made: Table = Object.fromEntries(Object.entries(table).map(([spec, wire]) => [wire, spec]))
  inverses.set(table, made)
  return made
}

/** Cached per table, since every notification and response is translated. */
const inverses = new WeakMap<Table, Table>()
