import { between, grouped, type LevelRow, touchedText } from './changes.js'

/** What changes at a level, and what bots gain or lose by going there from where the server is. */
export function LevelChanges({ rows, chosen, now }: { rows: readonly LevelRow[]; chosen: number; now: number }) {
  const epoch = Math.max(0, ...rows.map(({ level }) => level).filter((level) => level <= chosen))
  const { gained, lost } = between(rows, now, chosen)
  return (
    <>
      <section aria-label="What changes">
        <h2>What changes at level {epoch}</h2>
        <Changes
          rows={rows.filter(({ level }) => level === epoch)}
          empty="Nothing is known to change here: it is where the table begins."
        />
      </section>
      {chosen !== now && (
        <details>
          <summary>
            {chosen < now
              ? `All that bots lose by going from ${now} back to ${chosen}: ${lost.length} changes`
              : `All that bots gain by going from ${now} to ${chosen}: ${gained.length} changes`}
          </summary>
          <Changes rows={chosen < now ? lost : gained} empty="Nothing." />
        </details>
      )}
    </>
  )
}

/** Changes of the level table, by what they are about. */
function Changes({ rows, empty }: { rows: readonly LevelRow[]; empty: string }) {
  if (rows.length === 0) return <p class="quiet-text">{empty}</p>
  return (
    <>
      {grouped(rows).map(({ title, rows: those }) => (
        <section key={title} class="changes" aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {those.map(({ id, change, appliesTo, level, spec }) => (
              <li key={id}>
                <p>{change.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))}</p>
                <p class="small quiet-text">
                  <code>{appliesTo.map(touchedText).join(', ')}</code> · level {level} · spec {spec}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
