import { authenticationMethodKeys, versionOf } from '../../../../protocol/index.js'
import { renderPlainly } from '../../markdown/index.js'
import type { Operation } from '../../operation.js'
import type { World } from '../../world.js'

export const serverOperations: { readonly 'server.settings': Operation<'server.settings'> } = {
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
      ...(!world.assumptions.rootDomain && realmSettings(world)),
    }
  },
}

/** What a request to the root domain of a server with many organisations does not learn. @see spec 4.20 */
function realmSettings(world: World) {
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

/** Which of the login methods are on: passwords, and the one external method below. */
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
