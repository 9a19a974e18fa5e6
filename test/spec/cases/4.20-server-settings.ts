import { type Case, success } from '../format.js'
import { all, boolean, including, integer, lacking, like, listOf, tableOf, text, textOrNull } from '../matchers.js'

const today = {
  authentication_methods: all(
    tableOf(boolean),
    including({
      password: boolean,
      dev: boolean,
      email: boolean,
      ldap: boolean,
      remoteuser: boolean,
      saml: boolean,
      'openid connect': boolean,
      idp_code_host_1: boolean,
      idp_code_host_2: boolean,
      idp_directory_cloud: boolean,
      idp_device_vendor: boolean,
      idp_search_vendor: boolean,
      idp_chat_vendor: boolean,
    }),
  ),
  external_authentication_methods: listOf({
    name: text,
    display_name: text,
    display_icon: textOrNull,
    login_url: text,
    signup_url: text,
  }),
  svc_feature_level: integer,
  svc_version: text,
  svc_merge_base: text,
  push_notifications_enabled: boolean,
  is_incompatible: false,
  email_auth_enabled: boolean,
  require_email_format_usernames: boolean,
  realm_uri: like(/^http:\/\//),
  realm_url: like(/^http:\/\//),
  realm_name: 'Oberon Bakery',
  realm_icon: text,
  realm_description: '<p>Bread before <em>dawn</em>.</p>',
  realm_web_public_access_enabled: boolean,
}

function at(level: number, fields: Readonly<Record<string, unknown>>, absent: readonly string[]): Omit<Case, 'title'> {
  return {
    spec: [`level/${level}`, '4.20/missing'],
    level,
    request: 'GET /api/v1/server_settings',
    answer: { status: 200, body: all(including({ svc_feature_level: level, ...fields }), lacking(...absent)) },
  }
}

/** Section 4.20: GET /server_settings. */
export const cases: readonly Case[] = [
  {
    spec: [
      '4.20',
      '2.13',
      '5.3',
      '9.2',
      '9.4/authentication_methods',
      '9.4/realm_uri',
      ...Object.keys(today).map((field) => `4.20/${field}`),
    ],
    title: 'gives every setting to a caller without credentials',
    request: 'GET /api/v1/server_settings',
    answer: success({ ...today, svc_feature_level: 496 }),
  },
  {
    spec: ['4.20', '5.3'],
    title: 'gives the same to a caller with credentials',
    as: 'hamlet',
    request: 'GET /api/v1/server_settings',
    answer: success({ ...today, svc_feature_level: 496 }),
  },
  {
    title: 'has no key idp_code_host_2 before feature level 1',
    ...at(0, { authentication_methods: lacking('idp_code_host_2') }, []),
    spec: ['level/1', '4.20/authentication_methods'],
  },
  {
    title: 'has the key idp_code_host_2 from feature level 1 on',
    ...at(1, { authentication_methods: all(including({ idp_code_host_2: boolean }), lacking('idp_chat_vendor')) }, []),
  },
  {
    title: 'has no svc_merge_base before feature level 88',
    ...at(87, {}, ['svc_merge_base']),
    spec: ['level/88', '4.20/svc_merge_base', '4.20/missing'],
  },
  { title: 'has svc_merge_base from feature level 88 on', ...at(88, { svc_merge_base: text }, []) },
  {
    title: 'says nothing of web-public access before feature level 116',
    ...at(115, {}, ['realm_web_public_access_enabled']),
    spec: ['level/116', '4.20/realm_web_public_access_enabled'],
  },
  {
    title: 'says whether there is web-public access from feature level 116 on',
    ...at(116, { realm_web_public_access_enabled: boolean }, []),
  },
  {
    title: 'has realm_uri alone before feature level 257',
    ...at(256, { realm_uri: like(/^http/) }, ['realm_url']),
    spec: ['level/257', '4.20/realm_url', '9.4/realm_uri'],
  },
  {
    title: 'has realm_url as well from feature level 257 on',
    ...at(257, { realm_uri: like(/^http/), realm_url: like(/^http/) }, []),
  },
  {
    title: 'has no key idp_chat_vendor before feature level 488',
    ...at(
      487,
      { authentication_methods: all(including({ idp_code_host_2: boolean }), lacking('idp_chat_vendor')) },
      [],
    ),
    spec: ['level/488', '4.20/authentication_methods'],
  },
  {
    title: 'has the key idp_chat_vendor from feature level 488 on',
    ...at(488, { authentication_methods: including({ idp_chat_vendor: boolean }) }, []),
  },
]
