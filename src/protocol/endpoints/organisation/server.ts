import { endpoint } from '../../endpoint.js'
import { serverSettings } from '../../entities/serverSettings.js'
import { upgrade } from '../../levels/upgrade.js'

export const getServerSettings = endpoint({
  name: 'server.settings',
  method: 'GET',
  path: '/server_settings',
  spec: '4.20',
  summary: 'Read what the server is, its version and its login methods, without credentials.',
  access: 'public',
  params: {},
  response: serverSettings,
  errors: [],
  repeatable: 'always',
  upgrade: upgrade['server.settings'],
})
