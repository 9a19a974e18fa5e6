import { readFileSync } from 'node:fs'
import { loadBotModule } from '../botModule.js'
import { queueAt } from '../queue/openQueue.js'
import { exitCodes } from '../shared/exitCodes.js'
import type { Output } from '../shared/output.js'
import { diagnose } from './diagnose.js'
import { endpointsCalled } from './level.js'
import { report } from './report.js'

/** What `earshot doctor` was told. */
export interface DoctorFlags {
  readonly config?: string
  readonly section?: string
  readonly url?: URL
  readonly queue?: string
  readonly json?: boolean
}

/** Prints a diagnosis, and says by the exit code what came of it. */
export async function doctor(file: string | undefined, flags: DoctorFlags, output: Output): Promise<number> {
  const { config, section, url, queue } = flags
  const diagnosis = await diagnose({
    bots: file === undefined ? (section === undefined ? 'every' : [{ section }]) : await botsOf(file, section),
    configFile: config,
    url,
    queue: queue === undefined ? undefined : queueAt(queue),
    endpointsCalled: file === undefined ? undefined : await endpointsCalled(file),
    environment: output.terminal.environment,
    node: { version: process.versions.node, engines: engines.node },
    now: Date.now,
    hide: output.hide,
  })
  output.result({ result: diagnosis.result, findings: diagnosis.findings }, (paint) =>
    output.masked(report(diagnosis, paint)),
  )
  if (!diagnosis.tried) return exitCodes.notTried
  return diagnosis.result === 'failed' ? exitCodes.failed : exitCodes.worked
}

async function botsOf(file: string, section: string | undefined): Promise<{ readonly section?: string | undefined }[]> {
  const { bots } = await loadBotModule(file)
  return bots.map((bot) => ({ section: bots.length === 1 ? (section ?? bot.section) : bot.section }))
}

const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly engines: { readonly node: string }
}
