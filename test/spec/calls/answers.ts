/** Answers of a server, written down whole. */

export const done = '{"result":"success","msg":""}'

export const hamlet = {
  user_id: 10,
  delivery_email: 'hamlet@example.com',
  email: 'hamlet@example.com',
  full_name: 'Hamlet',
  date_joined: '2019-10-20T07:50+00:00',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: 'Europe/Copenhagen',
  avatar_url: '/user_avatars/2/hamlet.png?version=2',
  avatar_version: 2,
  is_imported_stub: false,
  profile_data: {
    '1': { value: '+45 12 34 56 78', rendered_value: '<p>+45 12 34 56 78</p>' },
    '4': { value: '2019-10-20' },
  },
}

export const legacyBot = {
  user_id: 24,
  delivery_email: 'scale-bot@example.com',
  email: 'scale-bot@example.com',
  full_name: 'Old Scale',
  date_joined: '2014-01-01T00:00+00:00',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: true,
  bot_type: 1,
  bot_owner_id: null,
  role: 400,
  timezone: '',
  avatar_url: null,
  avatar_version: 1,
  is_imported_stub: false,
}

export const deleted = {
  user_id: 16,
  delivery_email: null,
  email: 'user16@bakery.example.com',
  full_name: 'Deleted user 16',
  date_joined: '2018-02-03T04:05+00:00',
  is_active: false,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: '',
  avatar_url: null,
  avatar_version: 1,
  is_imported_stub: false,
  is_deleted: true,
}

export const linkifiers = [
  {
    id: 1,
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://tracker.example.com/issue/{id}',
    example_input: '#1234',
    reverse_template: '#{id}',
    alternative_url_templates: ['https://tracker.example.com/i/{id}'],
  },
  {
    id: 2,
    pattern: 'ORDER-(?P<order>[0-9]+)',
    url_template: 'https://orders.example.com/{order}',
    example_input: null,
    reverse_template: null,
    alternative_url_templates: [],
  },
]

export const presences = {
  'iago@example.com': {
    aggregated: { client: 'website', status: 'active', timestamp: 1656958539 },
    website: { client: 'website', status: 'active', timestamp: 1656958539, pushable: false },
  },
  'hamlet@example.com': {
    aggregated: { client: 'website', status: 'idle', timestamp: 1656958520 },
    website: { client: 'website', status: 'idle', timestamp: 1656958520, pushable: false },
  },
}

export const folders = [
  {
    id: 2,
    name: 'Front of house',
    order: 0,
    date_created: 1691057093,
    creator_id: 7,
    description: '',
    rendered_description: '',
    is_archived: false,
  },
  {
    id: 3,
    name: 'Closed branch',
    order: 1,
    date_created: null,
    creator_id: null,
    description: 'Gone, *alas*',
    rendered_description: '<p>Gone, <em>alas</em></p>',
    is_archived: true,
  },
]

export const emoji = {
  '1': {
    id: '1',
    name: 'croissant_dance',
    source_url: '/user_avatars/2/emoji/images/1.gif',
    still_url: '/user_avatars/2/emoji/images/still/1.png',
    deactivated: false,
    author_id: 8,
  },
  '3': {
    id: '3',
    name: 'burnt',
    source_url: '/user_avatars/2/emoji/images/3.png',
    still_url: null,
    deactivated: true,
    author_id: null,
  },
}

export const settings = {
  authentication_methods: {
    password: true,
    dev: false,
    email: true,
    ldap: false,
    remoteuser: false,
    saml: false,
    'openid connect': true,
    idp_code_host_1: true,
    idp_code_host_2: false,
    idp_directory_cloud: false,
    idp_device_vendor: false,
    idp_search_vendor: true,
    idp_chat_vendor: false,
  },
  external_authentication_methods: [
    {
      name: 'saml:idp_name',
      display_name: 'SAML',
      display_icon: null,
      login_url: '/accounts/login/social/saml/idp_name',
      signup_url: '/accounts/register/social/saml/idp_name',
    },
    {
      name: 'idp_search_vendor',
      display_name: 'Search vendor',
      display_icon: '/static/images/authentication_backends/icon.png',
      login_url: '/accounts/login/social/search',
      signup_url: '/accounts/register/social/search',
    },
  ],
  svc_feature_level: 496,
  svc_version: '12.0',
  svc_merge_base: '12.0',
  push_notifications_enabled: false,
  is_incompatible: false,
  email_auth_enabled: true,
  require_email_format_usernames: true,
  realm_uri: 'https://bakery.example.com',
  realm_url: 'https://bakery.example.com',
  realm_name: 'Oberon Bakery',
  realm_icon: 'https://secure.example.com/avatar.png',
  realm_description: '<p>Bread before <em>dawn</em>.</p>',
  realm_web_public_access_enabled: false,
}

export const notification = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: '@**Echo** hello',
  trigger: 'mention',
  token: 'TokenOfEchoTokenOfEcho',
  message: {
    id: 112,
    type: 'stream',
    sender_id: 8,
    sender_email: 'iago@example.com',
    sender_full_name: 'Iago',
    sender_realm_str: 'bakery',
    avatar_url: 'https://secure.example.com/avatar/1f4f1575?d=identicon&version=1',
    client: 'website',
    content: '@**Echo** hello',
    content_type: 'text/x-markdown',
    rendered_content: '<p><span class="user-mention" data-user-id="20">@Echo</span> hello</p>',
    display_recipient: 'kitchen',
    recipient_id: 20,
    stream_id: 2,
    subject: 'lunch',
    is_me_message: false,
    timestamp: 1527921326,
    reactions: [],
    submessages: [],
    topic_links: [],
  },
}
