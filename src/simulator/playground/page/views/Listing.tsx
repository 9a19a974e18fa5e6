import type { Listing as Listed, ListingRow } from '../../views/shown.js'
import { choice, choose } from '../address.js'
import { isNarrow } from '../narrow.js'
import { RowList } from '../ui/RowList.js'
import { SearchField } from '../ui/SearchField.js'
import { OrderList } from './OrderList.js'
import type { Drawing } from './within.js'

const chosenId = choice('id')

/** A list that is searched, and beside it what is chosen in it, or a form for a new one. */
export function Listing(props: Drawing<Listed>) {
  const { title, hint, problems, empty, total, columns, rows, order, below, add, chosen, heading, detail } = props
  const { within, draw } = props
  const isOrdered = order !== undefined && rows.length > 0
  return (
    <div class="split org-split">
      <div class="org-list">
        <div class="org-tools">
          <h2>
            {title} <span class="chip">{rows.length === total ? total : `${rows.length} of ${total}`}</span>
          </h2>
          <SearchField label={`Search ${title.toLowerCase()}`} problems={problems} hint={hint} />
          <button type="button" aria-pressed={chosen === ''} onClick={() => choose({ id: '' })}>
            {add}
          </button>
        </div>
        {isOrdered ? (
          <OrderList
            label={`${title} in order`}
            rows={rows}
            deed={order}
            within={within}
            draw={draw}
            isFixed={rows.length < total}
          />
        ) : (
          <RowList
            label={title}
            rows={rows}
            columns={columns.flatMap(([name, width, isForWide], index) =>
              isForWide && isNarrow.value
                ? []
                : [{ title: name, width, cell: ({ cells }: ListingRow) => draw(cells[index]) }],
            )}
            idOf={({ id }) => id}
            chosen={chosenId.value}
            onChoose={(id) => choose({ id })}
            startsAtTop
            empty={draw(empty)}
          />
        )}
        {isOrdered && draw(below)}
      </div>
      {/* Made anew for each, so that no form keeps what was typed for another. */}
      <section key={chosen} class="org-detail" aria-label={chosen ? 'What is chosen' : add}>
        <h3>{draw(heading)}</h3>
        {draw(detail)}
      </section>
    </div>
  )
}
