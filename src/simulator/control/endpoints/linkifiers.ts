import * as z from 'zod'
import { looseObject, partial } from 'zod/mini'
import { endpointNamed, Linkifier } from '../../../protocol/index.js'
import { createLinkifier } from '../../../text/linkify/index.js'
import { endpoint } from '../controlEndpoint.js'

/** A linkifier as servers of any level list it, or one that is being written. */
const listed = z.looseObject({
  id: z.int(),
  pattern: z.string(),
  url_template: z.string().optional(),
  url_format: z.string().optional(),
  example_input: z.string().nullish(),
  reverse_template: z.string().nullish(),
  alternative_url_templates: z.array(z.string()).optional(),
})

const link = z.object({
  linkifier: z.int().describe('The ID of the one that matched.'),
  start: z.int().describe('Where in the text it begins, in UTF-16 units.'),
  end: z.int().describe('Where it ends; no longer part of it.'),
  text: z.string(),
  url: z.string(),
})

const problem = z.object({
  linkifier: z.int(),
  field: z.string(),
  message: z.string().describe("In the server's words."),
  skipped: z.boolean().describe('Whether the linkifier does nothing at all because of it.'),
})

export const linkifierEndpoints = [
  endpoint.post('/linkifiers/try', {
    summary: 'Tries linkifiers on a text and a URL, and reports what is wrong with them; changes nothing.',
    description: "They need not be the organisation's own, so one can be tried before it is saved.",
    body: z.strictObject({
      linkifiers: z.array(listed).describe('As `GET /realm/linkifiers` lists them, in order.'),
      text: z.string().default(''),
      url: z.string().default('').describe('Turned back into a text.'),
    }),
    answer: z.object({
      links: z.array(link).describe('None overlap: what one has taken, no later one gets.'),
      reversed: z.string().nullable().describe('The text that stands for the URL; null where there is none.'),
      problems: z.array(problem),
    }),
    handle(_, { body }) {
      const engine = createLinkifier(body.linkifiers.map(asNewest))
      return {
        links: engine.find(body.text).map(({ id, ...found }) => ({ linkifier: id, ...found })),
        reversed: engine.reverse(body.url) ?? null,
        problems: engine.problems.map(({ id, field, message, skipped }) => ({
          linkifier: id,
          field,
          message,
          skipped,
        })),
      }
    },
  }),
]

/** A linkifier from a server of any level, with all fields of the newest level. */
function asNewest(given: z.output<typeof listed>): Linkifier {
  const modern = endpointNamed('linkifiers.list').upgrade?.({ linkifiers: [given] }, () => false)
  const [linkifier] = z.array(partial(looseObject(Linkifier.shape), { url_template: true })).parse(modern?.linkifiers)
  return { ...given, ...noParts, ...linkifier }
}

const noParts = { url_template: '', example_input: null, reverse_template: null, alternative_url_templates: [] }
