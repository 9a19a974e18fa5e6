import type { FeatureId } from 'earshot/protocol'
import { picture, uploadAs } from '../pictures.js'
import type { Service } from '../ways.js'
import type { LevelCase } from './levelCase.js'

/** The preview of an uploaded image, without its address: at once, and when its thumbnail is ready. */
async function previews(service: Service): Promise<readonly unknown[]> {
  const { url } = await uploadAs(service, 'iago', picture(30, 20))
  const sent = { type: 'stream', to: 'kitchen', topic: 'cake', content: `[cake](${url})` }
  const { body } = await service.call('iago', 'POST', '/messages', sent)
  const preview = async () => {
    const { body: got } = await service.call('iago', 'GET', `/messages/${body.id}`)
    const { content } = got.message as { readonly content: string }
    return /<img([^>]*)>/.exec(content.replaceAll(String(url).slice('/user_uploads/'.length), 'PATH'))?.[1]
  }
  const first = await preview()
  await service.simulator.advance('1s')
  return [first, await preview()]
}

const loading = ' src="/static/images/loading/loader-black.svg"'
const ready = ' src="/user_uploads/thumbnail/PATH/840x560.webp"'
const facts = ' data-original-content-type="image/png" data-original-dimensions="30x20"'
const spinner = ' class="image-loading-placeholder"'
const whole = ' src="/user_uploads/PATH"'

/** Rows about uploaded files. */
export const fileCases = {
  uploadPages: {
    level: 247,
    see: async ({ send }) => {
      const response = await send('/user_uploads/2/ab/oven-manual/oven-manual.txt', { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    },
    before: [403, null],
    since: [302, '/login/?next=/user_uploads/2/ab/oven-manual/oven-manual.txt'],
  },
  uploadNames: {
    level: 324,
    see: async (service) => {
      const file = new File(['rye'], 'my bread.csv', { type: 'text/plain' })
      const { url, uri } = await uploadAs(service, 'iago', file)
      const { headers } = await service.send(String(url ?? uri), { headers: service.as('iago') })
      return [headers.get('content-type'), headers.get('content-disposition')]
    },
    before: ['text/csv', 'attachment; filename="my-bread.csv"'],
    since: ['text/plain', 'inline; filename="my bread.csv"'],
  },
  thumbnails: {
    level: 275,
    options: { clock: 'frozen' },
    see: previews,
    before: [whole, whole],
    since: [spinner + facts + loading, facts + ready],
  },
} satisfies Partial<Record<FeatureId, LevelCase>>
