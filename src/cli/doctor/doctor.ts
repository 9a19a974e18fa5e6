import { queueAt, storageAddressAt } from '../queue/openQueue.js'
import { ownPackage } from '../shared/command.js'
import { exitCodes } from '../shared/failure.js'
import { hanging } from '../shared/layout.js'
import type { Output } from '../shared/output.js'
import type { Paint, Style } from '../shared/terminal.js'
import { botsIn } from './botUses.js'
import { diagnose } from './diagnose.js'
import type { CheckStatus, Diagnosis, Finding } from './finding.js'

export interface DoctorFlags {
  readonly config?: string
  readonly section?: string
  readonly url?: URL
  readonly queue?: string
  readonly storage?: string
  readonly json?: boolean
}

export async function doctor(file: string | undefined, flags: DoctorFlags, output: Output): Promise<number> {
  const { config, section, url, queue, storage } = flags
  const found = file === undefined ? undefined : await botsIn(file)
  const ofFile = found?.bots.map((one) => ({
    bot: one.bot,
    section: found.bots.length === 1 ? (section ?? one.section) : one.section,
  }))
  const diagnosis = await diagnose({
    bots: ofFile ?? (section === undefined ? 'every' : [{ section }]),
    configFile: config,
    url,
    queue: queue === undefined ? undefined : queueAt(queue),
    storage: storage === undefined ? undefined : storageAddressAt(storage),
    uses: found?.uses,
    environment: output.terminal.environment,
    node: { version: process.versions.node, engines: ownPackage.engines.node },
    now: Date.now,
    hide: output.hide,
  })
  output.result({ result: diagnosis.result, findings: diagnosis.findings }, (paint) =>
    output.masked(report(diagnosis, paint, output.terminal.out.columns)),
  )
  if (!diagnosis.tried) return exitCodes.notTried
  return diagnosis.result === 'failed' ? exitCodes.failed : exitCodes.worked
}

function report(diagnosis: Diagnosis, paint: Paint, width: number | undefined): string {
  const { findings } = diagnosis
  const bots = new Set(findings.flatMap(({ bot }) => bot ?? []))
  const lines = findings.flatMap((finding, at) => {
    const isNewBot = bots.size > 1 && finding.bot !== undefined && findings[at - 1]?.bot !== finding.bot
    return [...(isNewBot ? ['', paint('strong', finding.bot)] : []), ...linesOf(finding, paint, width)]
  })
  return `${lines.join('\n')}\n\n${conclusion(diagnosis, width)}\n`
}

/** Without a terminal a finding is one line and its advice another, so that a search finds the whole of it. */
function linesOf({ check, status, message, advice }: Finding, paint: Paint, width: number | undefined): string[] {
  const { mark, style } = marks[status]
  const line = `${paint(style, mark)} ${check.padEnd(column - 2)}${hanging(message, column, width)}`
  if (advice === undefined) return [line]
  return [line, `${' '.repeat(column)}${paint('faint', '→')} ${hanging(advice, column + 2, width)}`]
}

/** The symbols tell the outcomes apart without colours too. */
const marks: Readonly<Record<CheckStatus, { readonly mark: string; readonly style: Style }>> = {
  ok: { mark: '✓', style: 'good' },
  warning: { mark: '!', style: 'warning' },
  failed: { mark: '✗', style: 'bad' },
  skipped: { mark: '–', style: 'faint' },
}

/** Where messages begin. */
const column = 17

function conclusion({ result, tried, findings }: Diagnosis, width: number | undefined): string {
  if (!tried) return hanging('The other checks were skipped: fix the configuration first.', 0, width)
  const count = (status: CheckStatus) => findings.filter((one) => one.status === status).length
  const warnings = count('warning') === 1 ? '1 warning' : `${count('warning')} warnings`
  if (result === 'ok') return 'All is well.'
  if (result === 'warning') return `It works, with ${warnings}.`
  return `${count('failed')} failed, ${warnings}.`
}
