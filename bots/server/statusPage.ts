import { md } from 'earshot'
import type { Answer } from 'earshot/protocol'

/** The settings of a server, one line each. What an old server does not tell is left out. */
export function statusPage(settings: Answer<'server.settings'>): string {
  const lines = [
    titleOf(settings),
    `Version: ${md.code(settings.svc_version ?? 'unknown')}, feature level ${settings.svc_feature_level}`,
    ...(isFork(settings) ? [`Built upon: ${md.code(settings.svc_merge_base ?? '')}`] : []),
    `People log in with: ${waysIn(settings).join(', ') || 'nothing that I know of'}`,
    ...switchLine('Push notifications', settings.push_notifications_enabled),
    ...switchLine('Channels that everybody on the web can read', settings.realm_web_public_access_enabled),
  ]
  return lines.join('\n')
}

type Settings = Answer<'server.settings'>

function titleOf({ realm_name, realm_url }: Settings): string {
  const name = `**${md.escape(realm_name ?? 'This server')}**`
  return realm_url === undefined ? name : `${name}, at ${realm_url}`
}

/** An empty merge base is one that is not known. */
function isFork({ svc_merge_base, svc_version }: Settings): boolean {
  return Boolean(svc_merge_base) && svc_merge_base !== svc_version
}

function waysIn({
  email_auth_enabled,
  require_email_format_usernames,
  external_authentication_methods,
}: Settings): string[] {
  const external = (external_authentication_methods ?? []).map(({ display_name }) => md.escape(display_name))
  if (email_auth_enabled !== true) return external
  return [require_email_format_usernames === false ? 'user name and password' : 'address and password', ...external]
}

const switchLine = (what: string, isOn: boolean | undefined) =>
  isOn === undefined ? [] : [`${what}: ${isOn ? 'yes' : 'no'}`]
