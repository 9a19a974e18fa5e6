import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { type Difference, differences } from '../deliveries/differences.js'
import { deliveries, deliveryChanges, watchDeliveries } from '../deliveries/live.js'
import { attempt } from '../notices.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { JsonTree } from '../ui/JsonTree.js'

interface Pair {
  readonly of: string
  readonly one: unknown
  readonly other: unknown
}

/** The notification of one message as servers of two levels would post it. */
export function Comparison({ one, other, levels }: { one: number; other: number; levels: readonly number[] }) {
  const pair = useSignal<Pair | undefined>(undefined)
  const message = choice('message').value
  const bot = choice('bot').value
  const callable = organisation.value.bots.filter(({ type }) => type === 'outgoing webhook')
  useEffect(watchDeliveries, [])
  deliveryChanges.value
  const delivered = deliveries.rows.all.slice(-50)
  const latest = delivered.at(-1)
  const messageId = message || String(latest?.messageId ?? '')
  const botId = bot || String(latest?.bot.user_id ?? callable[0]?.user_id ?? '')
  const key = `${one} ${other} ${messageId} ${botId}`
  useEffect(() => {
    if (!/^\d+$/.test(messageId) || botId === '') return
    const at = (level: number) =>
      control<{ notification: unknown }>('GET', `/levels/${level}/notification?message=${messageId}&bot=${botId}`)
    void attempt(async () => {
      const [first, second] = await Promise.all([at(one), at(other)])
      pair.value = { of: key, one: first.notification, other: second.notification }
    })
  }, [key])
  const shown = pair.value?.of === key ? pair.value : undefined
  return (
    <section class="comparison" aria-label="What would be posted">
      <h2>What would be posted</h2>
      <div class="in-a-row">
        <label>
          Message{' '}
          <input
            type="text"
            inputMode="numeric"
            list="delivered-messages"
            size={8}
            value={messageId}
            onChange={({ currentTarget }) => choose({ message: currentTarget.value.trim() })}
          />
        </label>
        <datalist id="delivered-messages">
          {delivered.map(({ id, messageId: number, bot: { full_name }, text }) => (
            <option key={id} value={number}>{`to ${full_name}: ${text}`}</option>
          ))}
        </datalist>
        <label>
          to{' '}
          <select value={botId} onChange={({ currentTarget }) => choose({ bot: currentTarget.value })}>
            {callable.map(({ user_id, full_name }) => (
              <option key={user_id} value={user_id}>
                {full_name}
              </option>
            ))}
          </select>
        </label>
        <label>
          at level {one}, and at{' '}
          <select value={other} onChange={({ currentTarget }) => choose({ against: currentTarget.value })}>
            {[...new Set([...levels, other])].map((level) => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        </label>
      </div>
      {messageId === '' && (
        <p class="quiet-text">Nothing was delivered yet. Mention a bot, or give the ID of a message.</p>
      )}
      {shown !== undefined && <Sides pair={shown} one={one} other={other} />}
    </section>
  )
}

function Sides({ pair, one, other }: { pair: Pair; one: number; other: number }) {
  const found = differences(pair.one, pair.other)
  return (
    <>
      {found.length === 0 ? (
        <p>
          <span class="chip good">the same</span> at levels {one} and {other}.
        </p>
      ) : (
        <table class="level-differences">
          <caption class="unseen">What differs</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Level {one}</th>
              <th scope="col">Level {other}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((difference) => (
              <tr key={difference.path}>
                <th scope="row">
                  <code>{difference.path}</code>
                </th>
                <td>{side(difference, 'before')}</td>
                <td>{side(difference, 'after')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details>
        <summary>The whole of it at level {one}</summary>
        <JsonTree value={pair.one} />
      </details>
    </>
  )
}

function side(difference: Difference, which: 'before' | 'after') {
  if (difference.kind === 'added' && which === 'before') return <span class="quiet-text">not there</span>
  if (difference.kind === 'removed' && which === 'after') return <span class="quiet-text">not there</span>
  const value =
    which === 'before' && difference.kind !== 'added'
      ? difference.before
      : difference.kind === 'removed'
        ? undefined
        : difference.after
  return <code>{JSON.stringify(value)}</code>
}
