import { whyOf } from '../deliveries/Overview.js'
import { useAnswer } from '../liveAnswers.js'
import { organisation } from '../organisation.js'
import { chip, Loading } from '../ui/index.js'

/** Which bots got a message and why; the others are grouped by the reason. */
export function WhyNot({ message }: { message: number }) {
  const bots = organisation.value.bots.filter(({ type }) => type === 'outgoing webhook')
  const ask = () =>
    Promise.all(bots.map(async (bot) => ({ name: bot.full_name, why: await whyOf(message, bot.user_id) })))
  const live = useAnswer(`${message} ${bots.length}`, ask)
  if (live?.value === undefined) return <p class="empty">{live?.problem ?? <Loading />}</p>
  const groups = Map.groupBy(live.value, ({ why, name }) => (why.triggered ? name : why.because))
  return (
    <div class="panel">
      <h2>Whom message {message} reached</h2>
      {bots.length === 0 && <p class="quiet-text">There are no bots that the server posts to.</p>}
      <dl class="stack">
        {[...groups].map(([key, told]) => (
          <div key={key}>
            <dt>
              <bdi>{told.map(({ name }) => name).join(', ')}</bdi>{' '}
              {chip(told[0]?.why.triggered ? 'reached' : 'not reached', told[0]?.why.triggered ? 'good' : '')}
            </dt>
            <dd>
              {told.length > 1 ? `Each: ${key}. For ${told[0]?.name}: ` : ''}
              {told[0]?.why.says}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
