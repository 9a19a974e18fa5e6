/** Commands of earlier versions, and what to use instead. */
export const goneCommands: ReadonlyMap<string, string> = new Map([
  ['completion', '`earshot --help` lists the commands, `earshot call --list` the endpoints.'],
  [
    'replay',
    'Send a delivery again with "Resend" in the playground or POST /sim/deliveries/ID/resend; ' +
      'play a recording with `earshot record --from FILE`, then `earshot test`.',
  ],
])

type Names = Readonly<Record<string, string>>

const seedFile: Names = { '--organisation': '--seed-file', '--seed': '--seed-file' }
const level: Names = { '--feature-level': '--level' }

/** Options of each command under their old names, which this version still takes. */
const oldOptions: Readonly<Record<string, Names>> = {
  dev: { ...level, ...seedFile },
  explore: { '--seed': '--random-seed' },
  simulate: { ...level, ...seedFile },
  test: level,
}

/** The arguments under today's names, and a hint for each old name. */
export function renamed(args: readonly string[]): {
  readonly args: readonly string[]
  readonly hints: readonly string[]
} {
  const names = new Map(Object.entries(oldOptions[args[0] ?? ''] ?? {}))
  const hints = new Set<string>()
  const end = args.indexOf('--')
  const now = args.map((arg, at) => {
    const [name = ''] = arg.split('=')
    const today = end !== -1 && at > end ? undefined : names.get(name)
    if (today === undefined) return arg
    hints.add(`${name} is now ${today}. The old name goes with the next version.`)
    return today + arg.slice(name.length)
  })
  return { args: now, hints: [...hints] }
}
