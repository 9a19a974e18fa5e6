import { choose } from '../address.js'
import { act, press } from './acting.js'
import { LinkifierForm } from './LinkifierForm.js'
import { LinkifierTester } from './LinkifierTester.js'
import { useLive } from './live.js'
import { OrderList } from './OrderList.js'
import { Page } from './Page.js'
import { type ListedLinkifier, templateOf } from './tried.js'

/** The linkifiers in the order in which they are applied, and what they make of a text. */
export function Linkifiers() {
  const { answer, problem } = useLive<{ linkifiers: ListedLinkifier[] }>('/realm/linkifiers', /^realm_linkifiers/)
  const linkifiers = answer?.linkifiers ?? []
  return (
    <Page<ListedLinkifier>
      title="Linkifiers"
      rows={linkifiers}
      problem={problem}
      hint="Pattern or template"
      fields={{
        is: { kind: 'flags', flags: { reversible: ({ reverse_template }) => (reverse_template ?? '') !== '' } },
      }}
      wordsOf={(linkifier) => `${linkifier.pattern} ${templateOf(linkifier)}`}
      idOf={({ id }) => String(id)}
      empty="There are no linkifiers yet."
      add="Add a linkifier"
      list={(rows, isSearched) => (
        <>
          <OrderList
            label="Linkifiers in order"
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ pattern }) => pattern}
            isFixed={isSearched}
            save={(order) => act('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order })}
            cells={(linkifier) => (
              <>
                <code>{linkifier.pattern}</code>
                <code class="quiet-text">{templateOf(linkifier)}</code>
                {linkifier.reverse_template && <span class="chip">and back</span>}
              </>
            )}
          />
          <LinkifierTester linkifiers={linkifiers} />
        </>
      )}
      blank={() => (
        <>
          <h3>Add a linkifier</h3>
          <LinkifierForm
            linkifier={undefined}
            submit="Add"
            save={async (parts) => {
              const { id } = await act<{ id: number }>('POST', '/realm/filters', parts)
              choose({ id: String(id) })
            }}
          />
        </>
      )}
      detail={(linkifier) => <OneLinkifier linkifier={linkifier} all={linkifiers} />}
    />
  )
}

function OneLinkifier({ linkifier, all }: { linkifier: ListedLinkifier; all: readonly ListedLinkifier[] }) {
  const path = `/realm/filters/${linkifier.id}`
  const { pattern, url_format: _, id, ...rest } = linkifier
  // A new one comes after all others, so it is put back where it was.
  const putBack = async () => {
    const made = await act<{ id: number }>('POST', '/realm/filters', { pattern, ...filled(rest) })
    const order = all.map((one) => (one.id === id ? made.id : one.id))
    await act('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order })
  }
  return (
    <>
      <h3>
        <code>{pattern}</code>
      </h3>
      <LinkifierForm linkifier={linkifier} submit="Save" save={(parts) => act('PATCH', path, parts)} />
      <div class="buttons">
        <button
          type="button"
          class="serious"
          onClick={() => press('The linkifier is gone.', () => act('DELETE', path), putBack)}
        >
          Remove
        </button>
      </div>
    </>
  )
}

/** Without what there is none of. */
function filled(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null))
}
