/** What was posted to bots. */
export function Deliveries() {
  return <p>Nothing was delivered yet.</p>
}
