/** UNIX seconds as a field for day and time has it, by this machine's time zone. */
export function localTime(seconds: number): string {
  const offset = new Date(seconds * 1000).getTimezoneOffset() * 60
  return new Date((seconds - offset) * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
}
