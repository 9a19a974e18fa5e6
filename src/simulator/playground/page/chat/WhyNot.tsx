import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'

interface Why {
  readonly triggered: boolean
  readonly because: string
  readonly says: string
}

/** For each bot that the server posts to, whether a message reached it, and why or why not. */
export function WhyNot({ messageId }: { messageId: number }) {
  const found = useSignal<readonly { readonly id: number; readonly name: string; readonly why: Why | string }[]>([])
  const bots = organisation.value.bots.filter(({ type }) => type === 'outgoing webhook')
  const ids = String(bots.map(({ user_id }) => user_id))
  useEffect(() => {
    let isGone = false
    void Promise.all(
      bots.map(async ({ user_id: id, full_name: name }) => {
        const why = await control<Why>('GET', `/why?message=${messageId}&bot=${id}`).catch(
          (error: Error) => error.message,
        )
        return { id, name, why }
      }),
    ).then((all) => {
      if (!isGone) found.value = all
    })
    return () => {
      isGone = true
    }
  }, [messageId, ids])
  return (
    <dl class="why-not">
      {found.value.map(({ id, name, why }) => (
        <div key={id}>
          <dt>
            <bdi>{name}</bdi>{' '}
            {typeof why === 'object' && (
              <span class={`chip ${why.triggered ? 'good' : ''}`}>{why.triggered ? 'reached' : 'not reached'}</span>
            )}
          </dt>
          <dd>{typeof why === 'object' ? why.says : why}</dd>
        </div>
      ))}
      {bots.length === 0 && <div>There is no bot here that the server posts to.</div>}
    </dl>
  )
}
