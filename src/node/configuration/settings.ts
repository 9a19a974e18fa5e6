/** A setting: its names in the environment and in a file, and a description for messages. */
export interface Setting {
  readonly variable: string
  /** Its names in a file; the first is the usual one. */
  readonly options: readonly [string, ...string[]]
  /** What it is, or where to get it. */
  readonly what: string
  /** Never shown. It can be in its own file, whose path is in the variable with `_FILE` appended. */
  readonly isSecret?: true
}

export const settings = {
  site: {
    variable: 'EARSHOT_SITE',
    options: ['site'],
    what: "the chat server's address, such as https://chat.example.com",
  },
  email: {
    variable: 'EARSHOT_EMAIL',
    options: ['email'],
    what: "the bot's own address, as the chat server shows it, such as echo-bot@chat.example.com",
  },
  apiKey: {
    variable: 'EARSHOT_API_KEY',
    options: ['key', 'api_key', 'apikey'],
    what: "the bot's API key, from the chat server's list of your bots",
    isSecret: true,
  },
  /** Comma-separated if there are several. */
  token: {
    variable: 'EARSHOT_TOKEN',
    options: ['token', 'tokens'],
    what: "the token of the bot's notifications, from the file that the chat server offers for an outgoing-webhook bot",
    isSecret: true,
  },
  ownerEmail: {
    variable: 'EARSHOT_OWNER_EMAIL',
    options: ['owner_email'],
    what: "the address of the bot's owner, or leave out the owner's key too",
  },
  ownerApiKey: {
    variable: 'EARSHOT_OWNER_API_KEY',
    options: ['owner_key', 'owner_api_key'],
    what: "the API key of the bot's owner, or leave out the owner's address too",
    isSecret: true,
  },
  dialect: {
    variable: 'EARSHOT_DIALECT',
    options: ['dialect'],
    what: 'svc or zulip; detected from the server if not given',
  },
  allowInsecure: {
    variable: 'EARSHOT_ALLOW_INSECURE',
    options: ['allow_insecure'],
    what: 'true only where the network can be trusted, else false',
  },
  /** The names of these two in a file are those of other programs that read a zuliprc. */
  certBundle: {
    variable: 'EARSHOT_CERT_BUNDLE',
    options: ['cert_bundle'],
    what: "the path of a PEM file with the certificates of the server's authorities",
  },
  insecure: {
    variable: 'EARSHOT_IGNORE_CERTIFICATE',
    options: ['insecure'],
    what: 'true only where the network can be trusted, else false',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** Settings that every bot needs. */
export const neededSettings = ['site', 'email', 'apiKey', 'token'] as const satisfies readonly SettingName[]

/** Settings of the server: in the environment, or in the section `[serve]` of a file. */
export const serveSettings = {
  hostname: {
    variable: 'HOST',
    options: ['host', 'hostname'],
    what: 'a name or an address of this machine, without a port; 127.0.0.1 for this machine only, 0.0.0.0 for all addresses',
  },
  port: { variable: 'PORT', options: ['port'], what: 'a number from 0 to 65535; 0 takes a free one' },
  storage: {
    variable: 'EARSHOT_STORAGE',
    options: ['storage'],
    what: 'memory, a path such as sqlite:bot.sqlite, or an address such as redis://localhost:6379',
    isSecret: true,
  },
  queue: {
    variable: 'EARSHOT_QUEUE',
    options: ['queue'],
    what: 'inline, a path such as sqlite:bots.db, or an address such as redis://localhost:6379',
    isSecret: true,
  },
  path: {
    variable: 'EARSHOT_PATH',
    options: ['path'],
    what: 'a path such as /hook/ and thirty-two letters and digits that nobody can guess',
    isSecret: true,
  },
  /** Several are separated by commas or spaces, as those of proxies are. */
  allow: {
    variable: 'EARSHOT_ALLOW',
    options: ['allow'],
    what: 'addresses and networks that may connect, such as 203.0.113.7 or 2001:db8::/32',
  },
  trustProxy: {
    variable: 'EARSHOT_TRUST_PROXY',
    options: ['trust_proxy'],
    what: 'addresses and networks of your proxies, such as 127.0.0.1 or 10.0.0.0/8',
  },
  tlsCert: { variable: 'EARSHOT_TLS_CERT', options: ['tls_cert'], what: 'the path of the certificate, a PEM file' },
  tlsKey: { variable: 'EARSHOT_TLS_KEY', options: ['tls_key'], what: "the path of the certificate's key, a PEM file" },
} as const satisfies Record<string, Setting>

export type ServerSettingName = keyof typeof serveSettings

/** Settings that other programs read from the same file, and what to do instead. */
export const foreignOptions: Readonly<Record<string, string>> = {
  client_cert: 'Create a client with the option `connections: { cert, key }` where the server wants a certificate.',
  client_cert_key: 'Create a client with the option `connections: { cert, key }` where the server wants a certificate.',
  client_bundle: 'Name the file in `cert_bundle`.',
  bot_config_file: "Give the bot what it needs in code, or in the environment, since the file is another program's.",
}
