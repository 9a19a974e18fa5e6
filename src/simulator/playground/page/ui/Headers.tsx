/** Names and values, as HTTP has them. */
export function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="facts headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
