import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

const externalAuthenticationMethod = object({
  /** A unique machine-readable name. */
  name: z.string(),
  display_name: z.string(),
  /** Relative to the server's address; null for no icon. */
  display_icon: z.nullable(z.string()),
  login_url: z.string(),
  signup_url: z.string(),
})

/** A way to log in, shown as a button. */
export interface ExternalAuthenticationMethod extends Fields<typeof externalAuthenticationMethod> {}
export const ExternalAuthenticationMethod: Entity<ExternalAuthenticationMethod, typeof externalAuthenticationMethod> =
  externalAuthenticationMethod

/** The login methods that `authentication_methods` may contain. */
export const authenticationMethodKeys = [
  'password',
  'dev',
  'email',
  'ldap',
  'remoteuser',
  'saml',
  'openid connect',
  'idp_code_host_1',
  'idp_code_host_2',
  'idp_directory_cloud',
  'idp_device_vendor',
  'idp_search_vendor',
  'idp_chat_vendor',
] as const

/** Any of these may be missing: older servers omit some, root domains omit those of a realm. */
export const serverSettings = {
  /** Deprecated: use `external_authentication_methods`. Keys are among `authenticationMethodKeys`. */
  authentication_methods: z.optional(z.record(z.string(), z.boolean())),
  /** In display order. */
  external_authentication_methods: z.optional(z.array(ExternalAuthenticationMethod)),
  /** 0 if the server doesn't send it. */
  svc_feature_level: z._default(z.int(), 0),
  svc_version: z.optional(z.string()),
  svc_merge_base: z.optional(z.string()),
  push_notifications_enabled: z.optional(z.boolean()),
  is_incompatible: z.optional(z.boolean()),
  email_auth_enabled: z.optional(z.boolean()),
  require_email_format_usernames: z.optional(z.boolean()),
  /** Deprecated alias of `realm_url`. */
  realm_uri: z.optional(z.string()),
  realm_url: z.optional(z.string()),
  realm_name: z.optional(z.string()),
  realm_icon: z.optional(z.string()),
  /** HTML. */
  realm_description: z.optional(z.string()),
  realm_web_public_access_enabled: z.optional(z.boolean()),
}
