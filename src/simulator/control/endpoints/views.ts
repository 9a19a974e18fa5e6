import * as z from 'zod'
import { Refused } from '../../playground/service.js'
import { askedOf } from '../../playground/views/asking.js'
import { views } from '../../playground/views/index.js'
import { refusalIn } from '../../playground/views/view.js'
import { endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { wholeNumber } from '../fields.js'

const question = {
  as: wholeNumber.optional().describe('The user ID of whoever looks at it; an owner unless given.'),
  id: z.string().default('').describe('What is chosen in it.'),
  query: z.string().default('').describe('What is searched for in it.'),
}

const view = z.strictObject({ view: z.string() })
const shown = z.unknown().describe('A text, elements of HTML and parts of the page as objects, or a list of these.')
const given = z.record(z.string(), z.unknown()).default({})

export const viewEndpoints = [
  endpoint.get('/views/{view}', {
    id: 'view',
    summary: 'Renders a view of the playground, as one of the users sees it.',
    description: 'It is made for the page alone, and changes with it.',
    pathParameters: view,
    query: z.strictObject(question),
    answer: z.object({ changes: z.string().describe('Types of events after which it may be another.'), shown }),
    refusals: { 404: 'There is no such view.' },
    async handle(context, { path, query }) {
      const { changes, show } = viewOr404(path.view)
      return { changes: changes.source, shown: await withRefusals(async () => show(askedOf(context, query))) }
    },
  }),
  endpoint.post('/views/{view}/{action}', {
    id: 'viewAction',
    summary: 'Carries out an action of a view, as one of the users.',
    description: 'It is made for the page alone, and changes with it.',
    pathParameters: view.extend({ action: z.string() }),
    body: z.strictObject({
      ...question,
      given: given.describe('What was changed.'),
      all: given.describe('All that a form holds.'),
    }),
    answer: z.looseObject({
      refused: z
        .object({ status: z.int(), code: z.string(), message: z.string(), answer: z.unknown() })
        .optional()
        .describe('The service said no.'),
    }),
    refusals: { 404: 'There is no such view, or it has no such action.' },
    async handle(context, { path, body }) {
      const { deeds: actions } = viewOr404(path.view)
      const action = Object.hasOwn(actions, path.action) ? actions[path.action] : undefined
      if (action === undefined) throw new ControlError(404, 'NOT_FOUND', `The view ${path.view} has no ${path.action}.`)
      const { given: changed, all, ...asked } = body
      return (await action(askedOf(context, asked), changed, all).catch(refusalIn)) ?? {}
    },
  }),
]

/** The service may refuse what a view asks for, for example if it is gone. */
async function withRefusals<Shown>(look: () => Promise<Shown>): Promise<Shown> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refused) throw new ControlError(error.status, error.code, error.message)
    throw error
  }
}

function viewOr404(name: string) {
  const found = Object.hasOwn(views, name) ? views[name] : undefined
  if (found !== undefined) return found
  throw new ControlError(404, 'NOT_FOUND', `There is no view ${name}; there are ${Object.keys(views).join(', ')}.`)
}
