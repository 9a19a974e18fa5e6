import type { ExploreFinding, ExploreReport } from './explore.js'

type Tone = 'good' | 'bad' | 'faint' | 'name'

/**
 * The report as text: what was found, and what was tried. `hang` breaks a text that begins in a column.
 *
 * @example console.log(exploreText(await explore(createEcho), (_tone, text) => text))
 */
export function exploreText(
  report: ExploreReport,
  paint: (tone: Tone, text: string) => string,
  hang = (text: string, _column: number) => text,
): string {
  const { seed, conversations, steps, took, commands, handlers, faults, levels, findings } = report
  const perMinute = Math.round((conversations / Math.max(1, took)) * 60_000)
  const reached = Object.values(commands).filter((count) => count > 0).length
  const all = Object.keys(commands).length
  const rows: readonly (readonly [string, string])[] = [
    ['conversations', `${conversations} with ${steps} steps, ${perMinute} a minute`],
    ['commands', all === 0 ? 'the bot names none' : `${reached} of ${all}${missed(commands)}`],
    ['other handlers', counted(handlers)],
    ['faults', counted(faults)],
    ['levels', levels.join(', ')],
    ['seed', String(seed)],
  ]
  const verdict =
    findings.length === 0
      ? paint('good', 'Nothing was found.')
      : paint('bad', `Found ${findings.length} ${findings.length === 1 ? 'way' : 'ways'} to break the bot.`)
  return [
    ...findings.flatMap((finding) => [findingText(finding, paint), '']),
    ...rows.map(([name, value]) => `${paint('faint', name.padEnd(15))} ${hang(value || 'none', 16)}`),
    '',
    verdict,
    '',
  ].join('\n')
}

function findingText({ rule, transcript }: ExploreFinding, paint: (tone: Tone, text: string) => string): string {
  return `${paint('bad', 'broken')} ${paint('name', rule)}\n${transcript.trimEnd().replace(/^(?=.)/gm, '  ')}`
}

function missed(commands: ExploreReport['commands']): string {
  const names = Object.entries(commands).flatMap(([pattern, count]) => (count === 0 ? [pattern] : []))
  return names.length === 0 ? '' : `; never: ${names.join(', ')}`
}

const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}×`)
    .join(', ')
