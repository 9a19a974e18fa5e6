import type { Client } from 'earshot/client'
import { settings } from './answers.js'

/** Section 4.20 as the client reads it. */
export const settingsCalls: readonly {
  readonly spec: readonly string[]
  readonly title: string
  call(client: Client): Promise<unknown>
  readonly target: string
  readonly answer: string
  readonly gives: unknown
}[] = [
  {
    spec: ['4.20', '5.3', ...Object.keys(settings).map((field) => `4.20/${field}`)],
    title: 'reads every setting',
    call: (client) => client.server.settings(),
    target: '/api/v1/server_settings',
    answer: JSON.stringify({ result: 'success', msg: '', ...settings }),
    gives: { result: 'success', msg: '', ...settings },
  },
  {
    spec: ['4.20/missing', '9.2'],
    title: 'reads an old server, which omits most of them and has the level 0',
    call: (client) => client.server.settings(),
    target: '/api/v1/server_settings',
    answer: '{"result":"success","msg":"","svc_version":"2.0.4","authentication_methods":{"password":true}}',
    gives: {
      result: 'success',
      msg: '',
      svc_version: '2.0.4',
      authentication_methods: { password: true },
      svc_feature_level: 0,
    },
  },
  {
    spec: ['4.20/missing'],
    title: 'reads a root domain, which has no organisation',
    call: (client) => client.server.settings(),
    target: '/api/v1/server_settings',
    answer:
      '{"result":"success","msg":"","svc_version":"12.0","svc_feature_level":496,"external_authentication_methods":[],"is_incompatible":false}',
    gives: {
      result: 'success',
      msg: '',
      svc_version: '12.0',
      svc_feature_level: 496,
      external_authentication_methods: [],
      is_incompatible: false,
    },
  },
  {
    spec: ['9.2'],
    title: 'takes the level of a server that does not name it for 0',
    call: (client) => client.featureLevel(),
    target: '/api/v1/server_settings',
    answer: '{"result":"success","msg":""}',
    gives: 0,
  },
  {
    spec: ['9.2'],
    title: 'compares levels to tell what a server supports',
    call: (client) => Promise.all([client.supports('userTopics'), client.supports('followedTopics')]),
    target: '/api/v1/server_settings',
    answer: '{"result":"success","msg":"","svc_feature_level":218}',
    gives: [true, false],
  },
]
