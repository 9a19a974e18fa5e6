import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EarshotError } from '../../client/index.js'
import { type ExploreFinding, type ExploreReport, explore } from '../../testing/explore/explore.js'
import { exploreText } from '../../testing/explore/report.js'
import { botRules, isRuleName } from '../../testing/explore/rules.js'
import { shortPath } from '../../testing/player/files.js'
import { meantOr } from '../../text/index.js'
import { shellPath } from '../../text/shellWord.js'
import { errorMessage, withoutUndefined } from '../../values.js'
import { botFile, loadBotModule } from '../botModule.js'
import { exitCodes } from '../shared/failure.js'
import { hanging } from '../shared/layout.js'
import type { Output } from '../shared/output.js'
import { progressOn } from '../shared/progress.js'
import { UsageError } from '../shared/usageError.js'
import { freshBot } from '../test/bots.js'

export interface ExploreFlags {
  readonly randomSeed?: number
  readonly runs?: number
  /** Milliseconds. */
  readonly time?: number
  readonly out?: string
  readonly account?: string
  readonly role?: string
  readonly owner?: string
  readonly by?: 'webhook' | 'events'
  readonly without: readonly string[]
  readonly json?: true
}

export async function exploreBot(path: string, flags: ExploreFlags, output: Output): Promise<number> {
  const { out, json: _, without, randomSeed: seed, ...given } = flags
  const unknown = without.find((rule) => !isRuleName(rule))
  if (unknown !== undefined) {
    const names = Object.keys(botRules)
    throw new UsageError(
      `There is no rule ${unknown}. ${meantOr(`The rules are: ${names.join(', ')}.`, unknown, names)}`,
    )
  }
  const file = botFile(path)
  // Reports problems with the module first.
  await loadBotModule(file)
  const stopping = new AbortController()
  void output.terminal.endSignal().then(() => stopping.abort())
  const progress = progressOn(output.terminal)
  const whole = flags.time === undefined ? ` of ${flags.runs ?? 200}` : ''
  const report = await explore(freshBot(file, flags.account), {
    ...withoutUndefined({ seed, ...given }),
    without: without.filter(isRuleName),
    signal: stopping.signal,
    onConversation: (count, found) =>
      progress.show(`${count}${whole} conversations, ${found === 0 ? 'nothing found' : `${found} found`} so far`),
  })
    .catch((error: unknown) => {
      if (error instanceof EarshotError) throw error
      throw new UsageError(errorMessage(error))
    })
    .finally(progress.end)
  const hang = (text: string, column: number) => hanging(text, column, output.terminal.out.columns)
  const saved = report.findings.map((finding) => save(finding, out ?? dirname(file)))
  output.result({ ...report, saved }, (paint) => exploreText(report, paint, hang) + whereabouts(report, saved, path))
  return report.findings.length > 0 ? exitCodes.failed : exitCodes.worked
}

/** Saves a transcript under a free name, unless it is saved already. */
function save({ rule, transcript }: ExploreFinding, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const name = `explore-${rule.replaceAll(' ', '-')}`
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${name}${number === 1 ? '' : `-${number}`}.chat`)
    if (existsSync(file) && readFileSync(file, 'utf8') !== transcript) continue
    writeFileSync(file, transcript)
    return shortPath(file)
  }
}

function whereabouts({ seed, findings, conversations }: ExploreReport, saved: readonly string[], path: string): string {
  if (findings.length === 0) return ''
  const lines = findings.flatMap(({ repeats }, at) =>
    repeats
      ? [`  earshot test ${shellPath(saved[at] ?? '')} --bot ${shellPath(path)}`]
      : [`  ${saved[at]} (only the seed repeats it)`],
  )
  return [
    '',
    'Saved. To try again:',
    ...lines,
    `  earshot explore ${shellPath(path)} --random-seed ${seed} --runs ${conversations}`,
    '',
  ].join('\n')
}
