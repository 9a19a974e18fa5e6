import * as z from 'zod'

/** A way to log in, shown as a button. @see spec 4.20 */
export const ExternalAuthenticationMethod = z.looseObject({
  /** Unique, for machines. */
  name: z.string(),
  display_name: z.string(),
  /** Relative to the server's address; null for no icon. */
  display_icon: z.string().nullable(),
  login_url: z.string(),
  signup_url: z.string(),
})
export type ExternalAuthenticationMethod = z.infer<typeof ExternalAuthenticationMethod>

/** The login methods that `authentication_methods` may speak of. @see spec 4.20 */
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

/** Any of these may be missing: older servers omit some, root domains omit those of a realm. @see spec 4.20 */
export const serverSettings = {
  /** Deprecated: use `external_authentication_methods`. Keys are among `authenticationMethodKeys`. */
  authentication_methods: z.record(z.string(), z.boolean()).optional(),
  /** In display order. */
  external_authentication_methods: z.array(ExternalAuthenticationMethod).optional(),
  /** 0 where a server does not say. */
  svc_feature_level: z.int().default(0),
  svc_version: z.string().optional(),
  svc_merge_base: z.string().optional(),
  push_notifications_enabled: z.boolean().optional(),
  is_incompatible: z.boolean().optional(),
  email_auth_enabled: z.boolean().optional(),
  require_email_format_usernames: z.boolean().optional(),
  /** Deprecated alias of `realm_url`. */
  realm_uri: z.string().optional(),
  realm_url: z.string().optional(),
  realm_name: z.string().optional(),
  realm_icon: z.string().optional(),
  /** HTML. */
  realm_description: z.string().optional(),
  realm_web_public_access_enabled: z.boolean().optional(),
}
