import { codePieces, grouped, type LevelRow, touchedText } from './epochs.js'

/** Changes of the level table, by what they are about. */
export function Changes({ rows, empty }: { rows: readonly LevelRow[]; empty: string }) {
  if (rows.length === 0) return <p class="quiet-text">{empty}</p>
  return (
    <>
      {grouped(rows).map(({ title, rows: those }) => (
        <section key={title} class="changes" aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {those.map((row) => (
              <li key={row.id}>
                <p>
                  {codePieces(row.change).map(({ text, isCode }, index) =>
                    isCode ? <code key={`${index}`}>{text}</code> : text,
                  )}
                </p>
                <p class="small quiet-text">
                  {row.appliesTo.map((touched, index) => (
                    <span key={touchedText(touched)}>
                      {index > 0 && ', '}
                      <code>{touchedText(touched)}</code>
                    </span>
                  ))}{' '}
                  · level {row.level} · spec {row.spec}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
