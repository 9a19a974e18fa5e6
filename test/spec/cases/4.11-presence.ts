import { aggregatedPresence, presence } from '../entities.js'
import { type Case, fieldsOf, success } from '../format.js'
import { all, including, lacking, number, tableOf } from '../matchers.js'

const everybody = tableOf({ aggregated: aggregatedPresence, website: presence })

/** Section 4.11: GET /realm/presence. */
export const cases: readonly Case[] = [
  {
    spec: ['4.11', '4.11/server_timestamp', '2.9/keys', ...fieldsOf('2.9', presence)],
    title: 'gives everybody two reports with the same data',
    as: 'iago',
    request: 'GET /api/v1/realm/presence',
    answer: success({
      server_timestamp: number,
      presences: all(
        everybody,
        including({
          'iago@example.com': {
            aggregated: { ...aggregatedPresence, status: 'active' },
            website: { ...presence, status: 'active' },
          },
          'hamlet@example.com': {
            aggregated: { ...aggregatedPresence, status: 'active' },
            website: { ...presence, status: 'active' },
          },
        }),
      ),
    }),
  },
  {
    spec: ['2.9/keys', '5.5'],
    title: 'keys them by the address by which the API knows the user',
    as: 'hamlet',
    request: 'GET /api/v1/realm/presence',
    answer: success({
      server_timestamp: number,
      presences: all(everybody, lacking('cordelia@example.com', 'ophelia@example.com', 'echo-bot@example.com')),
    }),
  },
  {
    spec: ['2.9/client', '2.9/keys', 'level/178'],
    title: 'is so from feature level 178 on',
    level: 178,
    as: 'iago',
    request: 'GET /api/v1/realm/presence',
    answer: success({ server_timestamp: number, presences: everybody }),
  },
]
