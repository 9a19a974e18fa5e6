import type { Paint, Style } from '../shared/paint.js'
import { printable } from '../shared/printable.js'
import type { Diagnosis, Finding, Status } from './finding.js'

/** A diagnosis for people: a line for each finding, and below it what to do. */
export function report({ result, tried, findings }: Diagnosis, paint: Paint): string {
  const bots = new Set(findings.flatMap(({ bot }) => bot ?? []))
  const lines = findings.flatMap((finding, at) => {
    const isNewBot = bots.size > 1 && finding.bot !== undefined && findings[at - 1]?.bot !== finding.bot
    return [...(isNewBot ? ['', paint('strong', finding.bot)] : []), ...linesOf(finding, paint)]
  })
  return `${lines.join('\n')}\n\n${conclusion(result, tried, findings)}\n`
}

function linesOf({ check, status, message, advice }: Finding, paint: Paint): string[] {
  const mark = paint(styles[status], status.padEnd(7))
  const line = `${mark}  ${check.padEnd(13)}  ${printable(message)}`
  return advice === undefined ? [line] : [line, `${' '.repeat(24)}${paint('faint', '→')} ${printable(advice)}`]
}

const styles: Readonly<Record<Status, Style>> = { ok: 'good', warning: 'warning', failed: 'bad', skipped: 'faint' }

function conclusion(result: Diagnosis['result'], tried: boolean, findings: readonly Finding[]): string {
  if (!tried) return 'The rest was not tried: mend the configuration first.'
  const count = (status: Status) => findings.filter((one) => one.status === status).length
  const warnings = count('warning') === 1 ? '1 warning' : `${count('warning')} warnings`
  if (result === 'ok') return 'All is well.'
  if (result === 'warning') return `It works, with ${warnings}.`
  return `${count('failed')} failed, ${warnings}.`
}
