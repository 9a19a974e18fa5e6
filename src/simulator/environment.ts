/** The variables of the process that the simulator runs in; none where there is no process. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return typeof process === 'undefined' ? {} : process.env
}
