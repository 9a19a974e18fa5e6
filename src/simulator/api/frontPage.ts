import { endpoints } from '../../protocol/index.js'
import type { Realm } from '../realm/realm.js'
import type { OutgoingAnswer } from './exchange.js'

/** What a program is answered at `/`, where a browser gets the playground: what this is, and how to talk to it. */
export function frontPage(realm: Realm): OutgoingAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: `This is Earshot's simulator of a team-chat server, at feature level ${realm.featureLevel}.
Nothing here is real. Open this address in a browser to look inside and to chat.

The API is below /api/v1, with ${endpoints.length} endpoints. One needs no credentials:

  GET /api/v1/server_settings

The others take HTTP Basic authentication, with an email address and its API key, which whoever
started the simulator can print. Parameters travel as form fields, those of a GET in the query.
A path that is not known answers 404 and says why in the header Earshot-Hint.

  /docs       the API, described; as OpenAPI at /openapi.json
  /sim/docs   what a test can do to this server from outside
`,
  }
}
