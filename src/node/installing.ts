/**
 * How packages are installed by the runtime that needs them: `npm install ioredis@5`.
 *
 * @param packages Each with its version.
 */
export function installing(
  packages: readonly string[],
  runtimes: Readonly<Record<string, unknown>> = process.versions,
) {
  if (runtimes.deno !== undefined) return `deno add ${packages.map((name) => `npm:${name}`).join(' ')}`
  return `${runtimes.bun === undefined ? 'npm install' : 'bun add'} ${packages.join(' ')}`
}
