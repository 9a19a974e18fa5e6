import {
  authenticationMethodKeys,
  type GroupSetting,
  newestFeatureLevel,
  versionOf,
} from '../../../../protocol/index.js'
import { isOwner } from '../../access/accounts.js'
import { type RealmSettingName, realmSetting, realmSettingNames } from '../../access/groups.js'
import { changedSetting, readableChannel } from '../../access/lookup.js'
import type { Call, Operations } from '../../access/operation.js'
import { renderPlainly } from '../../markdown/index.js'
import { type TimeLimitName, timeLimitNames } from '../../organisation/timeLimits.js'
import { domainShapes, realmSettings } from '../../shapes/organisation.js'
import { fieldsAt, registerFields } from '../../shapes/registerFields.js'
import { checkUserSettings, isLanguage, usualSettings } from '../../users/userSettings.js'
import { refuse } from '../../world/refusal.js'
import { nextId, type World } from '../../world/world.js'

export const realmOperations = {
  'realm.update': ({ world, caller, params }) => {
    const { realm } = world.state
    const { known, unknown } = atThisLevel(world, params)
    const { name, description, ...rest } = known
    const {
      default_language: language,
      video_chat_provider: provider,
      new_stream_announcements_stream_id: place,
      moderation_request_channel_id: reports,
    } = rest
    if (language !== undefined && !isLanguage(language)) refuse('invalidRealmLanguage', { language })
    // No provider is configured.
    if (provider !== undefined && provider !== 0) refuse('invalidCallProvider', { provider })
    if (ownersOnly.some((setting) => rest[setting] !== undefined) && !isOwner(caller)) refuse('mustBeOwner')
    for (const id of [place ?? -1, reports ?? -1]) if (id >= 0) readableChannel(world, caller, id)
    const groups = realmSettingNames.flatMap((setting) => {
      const change = rest[setting]
      if (change === undefined) return []
      const value = changedSetting(world, caller, realmSetting(world, setting), change)
      if (setting === 'can_access_all_users_group') checkSystemGroup(world, setting, value)
      return [[setting, value] as const]
    })
    for (const limit of timeLimitNames) {
      const value = rest[limit]
      if (typeof value === 'number' && value <= 0) refuse('badValue', { name: limit, value })
    }
    const before: Readonly<Record<string, unknown>> = { ...realmSettings(world), ...realm }
    for (const [property, given] of Object.entries({ name, description, ...rest })) {
      const value = given === 'unlimited' && timeLimitNames.includes(property as TimeLimitName) ? null : given
      const isGroup = realmSettingNames.includes(property as RealmSettingName)
      if (isGroup || value === undefined || value === before[property]) continue
      if (property === 'name' || property === 'description') realm[property] = String(value)
      else world.state.realmSettings.set(property, value)
      if (!editSettings.includes(property)) world.emit('realm', 'everyone', { op: 'update', property, value })
      else world.emit('realm', 'everyone', { op: 'update_dict', property: 'default', data: { [property]: value } })
    }
    for (const [setting, value] of groups) {
      if (JSON.stringify(value) === JSON.stringify(realmSetting(world, setting))) continue
      world.state.groupSettings.set(setting, value)
      world.emit('realm', 'everyone', { op: 'update_dict', property: 'default', data: { [setting]: value } })
    }
    return unknown.length > 0 && world.has('ignoredParameters') ? { ignored_parameters_unsupported: unknown } : {}
  },

  'realm.updateUserDefaults': ({ world, params }) => {
    checkUserSettings(params)
    const { userDefaults } = world.state
    const before = { ...usualSettings, ...Object.fromEntries(userDefaults) }
    for (const [property, value] of Object.entries(params)) {
      if (value === undefined || value === before[property]) continue
      userDefaults.set(property, value)
      world.emit('realm_user_settings_defaults', 'everyone', { op: 'update', property, value })
    }
  },

  'realm.listDomains': ({ world }) => ({ domains: domainShapes(world) }),

  'realm.addDomain': ({ world, params: { domain: given, allow_subdomains } }) => {
    const domain = given.trim().toLowerCase()
    const problem = domainProblem(domain)
    if (problem !== undefined) refuse('invalidDomain', { problem })
    if (world.state.domains.has(domain)) refuse('domainExists', { domain })
    const id = nextId(world, 'domain')
    world.state.domains.set(domain, { id, domain, allow_subdomains })
    world.emit('realm_domains', 'everyone', { op: 'add', realm_domain: { domain, allow_subdomains } })
    return { new_domain: [id, domain] }
  },

  'realm.updateDomain': ({ world, params: { domain, allow_subdomains } }) => {
    const found = world.state.domains.get(domain) ?? refuse('domainNotFound', { domain })
    found.allow_subdomains = allow_subdomains
    world.emit('realm_domains', 'everyone', { op: 'change', realm_domain: { domain, allow_subdomains } })
  },

  'realm.removeDomain': ({ world, params: { domain } }) => {
    if (!world.state.domains.delete(domain)) refuse('domainNotFound', { domain })
    world.emit('realm_domains', 'everyone', { op: 'remove', domain })
  },

  'calls.create': ({ world }) => {
    const { callProvider: found } = world.assumptions
    const { callProvider: provider } = world.words
    if (found === 'unconfigured') refuse('callProviderNotConfigured', { provider })
    if (found === 'malformed answer') refuse('callNotCreated', { provider })
    if ('unreachable' in found) refuse('callProviderUnreachable', { provider, reason: found.unreachable })
    return { url: `${found.url}/index.php/call/${world.random.alphanumeric(8).toLowerCase()}` }
  },

  'server.settings': ({ world, context }) => {
    const version = versionOf(world.level())
    return {
      authentication_methods: authenticationMethods(world),
      ...(world.has('externalAuthenticationMethods') && { external_authentication_methods: externalMethods }),
      svc_feature_level: world.level(),
      svc_version: version,
      ...(world.has('serverMergeBase') && { svc_merge_base: version }),
      push_notifications_enabled: world.assumptions.pushNotifications,
      is_incompatible: world.assumptions.incompatibleClients.includes(context.client ?? ''),
      email_auth_enabled: true,
      require_email_format_usernames: true,
      ...(!world.assumptions.rootDomain && publicRealmSettings(world)),
    }
  },
} satisfies Partial<Operations>

/** What is wrong with a domain; undefined if nothing is. */
function domainProblem(domain: string): string | undefined {
  const [first, ...others] = domain.split('.')
  if (domain === '') return "Domain can't be empty."
  if (first === undefined || others.length === 0) return 'Domain must have at least one dot (.)'
  if (domain.length > 255) return 'Domain is too long'
  if (first === '' || others.at(-1) === '') return 'Domain cannot start or end with a dot (.)'
  for (const part of [first, ...others]) {
    if (part === '') return "Consecutive '.' are not allowed."
    if (/^-|-$/.test(part)) return "Subdomains cannot start or end with a '-'."
    if (/[^a-z0-9-]/.test(part)) return "Domain can only have letters, numbers, '.' and '-'s."
  }
  return undefined
}

/** Settings that only an owner may change. */
const ownersOnly = [
  ...(['can_create_groups', 'can_invite_users_group', 'can_manage_all_groups'] as const),
  ...(['create_multiuse_invite_group', 'invite_required'] as const),
] as const

/** Settings whose changes are sent in a dictionary. */
const editSettings: readonly string[] = ['allow_message_editing', 'message_content_edit_limit_seconds']

/** The parameters that a server of this level knows, and the names of the others: it knows the settings that it registers. */
function atThisLevel(world: World, params: Call<'realm.update'>['params']) {
  const dated = (level: number) => fieldsAt(level, registerFields.realm ?? [])
  const [now, ever] = [dated(world.levelReached()), dated(newestFeatureLevel)]
  const isUnknown = (name: string) => Object.hasOwn(ever, `realm_${name}`) && !Object.hasOwn(now, `realm_${name}`)
  const unknown = Object.keys(params).filter(isUnknown)
  const known = Object.fromEntries(Object.entries(params).filter(([name]) => !isUnknown(name))) as typeof params
  return { known, unknown }
}

/** @throws {Refusal} if the setting isn't a system group */
function checkSystemGroup(world: World, name: string, setting: GroupSetting): void {
  const group = typeof setting === 'number' ? world.state.groups.get(setting) : undefined
  if (group?.roles === undefined) refuse('systemGroupRequired', { setting_name: name })
}

/** Omitted for requests to the root domain of a server with many organisations. */
function publicRealmSettings(world: World) {
  const { name, description, id } = world.state.realm
  return {
    realm_uri: world.url(),
    ...(world.has('realmUrl') && { realm_url: world.url() }),
    realm_name: name,
    realm_icon: `/user_avatars/${id}/realm/icon.png?version=1`,
    realm_description: renderPlainly(world, description),
    ...(world.has('realmWebPublicAccess') && { realm_web_public_access_enabled: world.assumptions.webPublicAccess }),
  }
}

/** The enabled login methods: passwords, and the external method below. */
const enabled: readonly string[] = ['password', 'email', 'saml']

function authenticationMethods(world: World) {
  const known = authenticationMethodKeys.filter((key) => {
    if (key === 'idp_code_host_2') return world.has('authenticationCodeHost2')
    return key !== 'idp_chat_vendor' || world.has('authenticationChatVendor')
  })
  return Object.fromEntries(known.map((key) => [key, enabled.includes(key)]))
}

const externalMethods = [
  {
    name: 'saml:sso',
    display_name: 'Single sign-on',
    display_icon: null,
    login_url: '/accounts/login/social/saml/sso',
    signup_url: '/accounts/register/social/saml/sso',
  },
]
