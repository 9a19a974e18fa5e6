import {
  type Access,
  accessRefusal,
  type Endpoint,
  type ErrorId,
  endpoints,
  errors,
  errorsOf,
  type FeatureId,
  featureLevels,
  featureRow,
  hasFeature,
  newestFeatureLevel,
  roles,
} from '../../src/protocol/index.js'

/** `docs/reference/refusals.md`: what a server refuses because of its level, the caller's role, or because the caller is a bot. */
export function refusalsPage(): string {
  return `${[
    head,
    '## Bots',
    botsHead,
    methodList(refusedWith('notForBots')),
    'Some endpoints accepted bots only later:',
    table(['method', 'bots from level'], openedLater()),
    webhooksHead,
    methodList(all.filter(({ access }) => access === 'public' || access === 'any account')),
    '## Roles',
    rolesHead,
    '### Administrators only',
    `Others get \`${errors.mustBeAdministrator.msg}\`. A bot can be an administrator.`,
    methodList(refusedWith('mustBeAdministrator')),
    '### Owners only',
    `Others get \`${errors.mustBeOwner.msg}\`.`,
    methodList(refusedWith('mustBeOwner')),
    '### Those who may administer the user',
    `Administrators; to deactivate an owner, or to change who is one, only owners. Others get \`${errors.insufficientPermission.msg}\`.`,
    methodList(all.filter(({ access }) => access.endsWith('administrator over target'))),
    '### Everyone but guests',
    `Guests get \`${errors.notForGuests.msg}\`.`,
    methodList(refusedWith('notForGuests')),
    '### Settings of the organisation and of groups',
    permissionsHead,
    table(['message', 'from'], permissionRows()),
    '## Levels',
    levelsHead,
    table(['level', 'what came with it'], levelRows()),
    '## Any call',
    table(['message', 'code', 'HTTP'], everywhere.map(refusalRow)),
  ].join('\n\n')}\n`
}

const all: readonly Endpoint[] = endpoints

const head = `# What a real server refuses

A bot that passes its tests as an administrator at the newest level can still be refused by a server: because it is a bot, because of
its role, or because the server is older. The simulator refuses the same calls, with the same messages, so test as the account and at the
levels that the bot will have: [\`earshot matrix\`](../guides/versions.md) runs your tests at every level, and
[\`earshot doctor\`](cli.md#earshot-doctor-file-check-the-set-up) checks what the bot's account may do.

A refusal is an [\`ApiError\`](errors.md). This page is made from the declarations that the client and the simulator use;
[The server's API](server-api.md) lists all endpoints and all messages.`

const botsHead = `Bots, whatever their role, get \`${errors.notForBots.msg}\` from these. If the bot's owner has configured
[their own credentials](configuration.md), \`ctx.owner\` can make these calls while the owner is the sender.`

const webhooksHead = `A bot of the type "incoming webhook" gets \`${errors.notForIncomingWebhooks.msg}\` from all but these:`

const rolesHead = `Roles are owner, administrator, moderator, member and guest; each may do what those after it may do. A command with
[\`access\`](../guides/commands.md) checks the role of its sender, who may have a lower one than the bot.`

const permissionsHead =
  'What a member may do can depend on settings that name groups, on who owns something, and on who is subscribed:'

const levelsHead = `An older server answers a newer endpoint with \`${errors.unknownPath.msg}\`, and ignores newer parameters. The client asks
for the server's level once, and throws an \`UnsupportedByServerError\` instead of sending such a call;
\`await client.supports('linkifierReordering')\` asks first.`

/** The endpoints that refuse somebody with an error at the newest level. */
const refusedWith = (id: ErrorId) => all.filter((endpoint) => refusals(endpoint).includes(id))

const callers = [
  { role: roles.owner, bot_type: 1 },
  { role: roles.guest, bot_type: null },
] as const

const refusals = (endpoint: Endpoint) =>
  callers.map((caller) => accessRefusal(endpoint, caller, (id) => hasFeature(newestFeatureLevel, id)))

/** The endpoints that were for people only below some level. */
function openedLater(): string[][] {
  return all.flatMap((endpoint) =>
    (Object.entries(endpoint.accessBefore ?? {}) as [FeatureId, Access][])
      .filter(([, before]) => isForPeople(before) && !isForPeople(endpoint.access))
      .map(([feature]) => [`\`${endpoint.name}\``, String(featureRow(feature).level)]),
  )
}

const isForPeople = (access: Access) => access.startsWith('human')

/** Errors about permission that depend on more than the account: settings, ownership, subscriptions. */
function permissionRows(): string[][] {
  const isPermission = ({ msg }: { msg: string }) => permissionWords.test(msg)
  const ofCallers: readonly ErrorId[] = ['mustBeAdministrator', 'notForGuests', 'notForBots', 'notForIncomingWebhooks']
  return (Object.keys(errors) as ErrorId[])
    .filter((id) => isPermission(errors[id]) && !ofCallers.includes(id) && !everywhere.includes(id))
    .map((id) => [id, all.filter((endpoint) => errorsOf(endpoint).includes(id))] as const)
    .filter(([, from]) => from.length > 0)
    .map(([id, from]) => [`\`${errors[id].msg}\``, from.map(({ name }) => `\`${name}\``).join(', ')])
}

const permissionWords =
  /[Pp]ermission|ot authorized|not allowed|can authorize|are disabled|for bot users|Must be|^Only administrators/

/** By level, newest first: the endpoints and parameters that an older server doesn't have. */
function levelRows(): string[][] {
  const added = featureLevels.filter(({ level, kind }) => level > 0 && (kind === 'endpoint' || kind === 'parameter'))
  const levels = [...new Set(added.map(({ level }) => level))].sort((one, other) => other - one)
  return levels.map((level) => {
    const endpoints = new Map<string, string[]>()
    for (const { kind, appliesTo, alsoAppliesTo } of added.filter((row) => row.level === level)) {
      for (const { endpoint = '', parameter } of kind === 'endpoint' ? [appliesTo] : [appliesTo, ...alsoAppliesTo]) {
        const parameters = endpoints.get(endpoint) ?? []
        endpoints.set(endpoint, parameter === undefined ? parameters : [...parameters, `\`${parameter}\``])
      }
    }
    const words = [...endpoints].map(([name, parameters]) =>
      [`\`${name}\``, parameters.join(', ')].filter((part) => part !== '').join(': '),
    )
    return [String(level), words.join('<br>')]
  })
}

/** What every call that needs credentials can be refused with. */
const everywhere: readonly ErrorId[] = [
  'notLoggedIn',
  'invalidAuthorizationHeader',
  'malformedApiKey',
  'invalidApiKey',
  'accountDeactivated',
  'rateLimit',
  'missingParameter',
  'notJson',
  'notInList',
  'unknownPath',
  'methodNotAllowed',
  'internalError',
]

function refusalRow(id: ErrorId): string[] {
  const { code, msg, status }: { code?: string; msg: string; status: number } = errors[id]
  return [`\`${msg}\``, code === undefined ? 'none' : `\`${code}\``, String(status)]
}

function methodList(declared: readonly Endpoint[]): string {
  return declared
    .map(({ name }) => name)
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ')
}

function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(names), `|${'---|'.repeat(names.length)}`, ...rows.map(line)].join('\n')
}
