import { CallError, Client } from '../../client/index.js'
import { checkedBy } from '../../node/certificates.js'
import { undiciTransport } from '../../node/undiciTransport.js'
import { lastingReasons } from '../../testing/drift/assumptions.js'
import { type DriftFinding, type DriftReport, drift } from '../../testing/drift/drift.js'
import { withoutUndefined } from '../../values.js'
import type { ConnectionFlags } from '../shared/command.js'
import { connect, type ServerConnection } from '../shared/connection.js'
import { exitCodes, reportFailure } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { progressOn } from '../shared/progress.js'
import type { Paint } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'

export interface DriftFlags extends ConnectionFlags {
  readonly bot?: string
  readonly write?: true
  readonly quick?: true
  readonly all?: true
  readonly json?: true
}

export async function askForDrift(flags: DriftFlags, output: Output): Promise<number> {
  const account = accountOf(await connect(flags, output))
  const bot = flags.bot === undefined ? undefined : await botAccount(flags, flags.bot, output)
  const stopping = new AbortController()
  void output.terminal.endSignal().then(() => stopping.abort(new UsageError('Stopped before all checks had run.')))
  const progress = progressOn(output.terminal)
  const { canRewrite } = output.terminal.err
  let asked = 0
  let different = 0
  try {
    await checkPerson(new Client(account))
    const report = await drift({
      account,
      ...(bot && { bot }),
      write: flags.write === true,
      quick: flags.quick === true,
      signal: stopping.signal,
      onFinding: ({ outcome, id }) => {
        asked += 1
        if (outcome === 'differs') different += 1
        if (outcome === 'differs' && !canRewrite) output.note(`differs: ${id}`)
        progress.show(`${asked} checks, ${different} differ; ${id}`)
      },
    }).finally(progress.end)
    for (const what of report.leftBehind) output.note(`Could not be removed from the server: ${what}`)
    output.result(report, (paint) => output.masked(reportText(report, flags, paint)))
    stopping.signal.throwIfAborted()
    return report.findings.some(({ outcome }) => outcome === 'differs') ? exitCodes.failed : exitCodes.worked
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    reportFailure(output, 'drift', error)
    return exitCodes.notTried
  }
}

/** With a simulator, the bot's name; with a server, its credentials file. */
async function botAccount(flags: ConnectionFlags, bot: string, output: Output) {
  return accountOf(
    await connect(flags.simulator === undefined ? { ...flags, config: bot } : { ...flags, as: bot }, output),
  )
}

function accountOf({ simulator: _, certBundle, insecure, connections, ...account }: ServerConnection) {
  const transport = undiciTransport({ ...connections, ...checkedBy({ certBundle, insecure }) })
  return { ...withoutUndefined(account), transport }
}

async function checkPerson(client: Client): Promise<void> {
  const { is_bot: isBot, email } = await client.users.me()
  if (!isBot) return
  throw new UsageError(
    `${email} is a bot, and bots can call few of the endpoints. Give a person's credentials file with --config, ideally an organisation owner's.`,
  )
}

function reportText(report: DriftReport, { all }: DriftFlags, paint: Paint): string {
  const { site, featureLevel, comparedWith, findings } = report
  const count = (outcome: DriftFinding['outcome']) => findings.filter((one) => one.outcome === outcome).length
  const shown = findings.filter(({ outcome }) => all === true || outcome === 'differs')
  const compared =
    comparedWith === featureLevel ? '' : `, compared with a simulator of ${comparedWith}, the newest known`
  return [
    `${site}, feature level ${featureLevel}${compared}`,
    '',
    ...shown.map((finding) => findingText(finding, paint)),
    ...(all === true ? [] : reasons(findings)),
    '',
    `${count('confirmed')} confirmed, ${count('differs')} differ, ${count('not asked')} not asked.`,
  ].join('\n')
}

/** Why checks weren't asked, with how many. Those that no option brings are one line. */
function reasons(findings: readonly DriftFinding[]): string[] {
  const counts = new Map<string, number>()
  for (const { why = '', outcome } of findings) {
    const reason = lastingReasons.has(why) ? lasting : why.replace(/`(write|quick)`/, '`--$1`')
    if (outcome === 'not asked') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([why, count]) => `not asked  ${`${count}×`.padEnd(5)} ${why}`)
}

const lasting = "Can't be asked with an account alone, or other checks cover it; `--all` says which and why."

function findingText({ outcome, about, id, says, expected, actual, why }: DriftFinding, paint: Paint): string {
  const tone = { confirmed: 'good', differs: 'bad', 'not asked': 'faint' } as const
  const head = `${paint(tone[outcome], outcome.padEnd(9))}  ${about.padEnd(11)}  ${paint('name', id)}`
  if (outcome === 'confirmed') return head
  if (outcome === 'not asked') return `${head}\n           ${why}`
  const lines = [says, `simulator: ${JSON.stringify(expected)}`, `server:    ${JSON.stringify(actual)}`]
  return [head, ...lines.map((line) => `           ${line}`)].join('\n')
}
