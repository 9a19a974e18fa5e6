import { about, type Finding } from './finding.js'

/** Whether this Node is one that Earshot runs on. */
export function lookAtNode(version: string, engines: string): Finding {
  const { ok, failed } = about('node')
  const needed = /\d+(\.\d+)*/.exec(engines)?.[0] ?? '0'
  if (isAtLeast(version, needed)) return ok(`Node ${version}`)
  return failed(`Node ${version} is too old`, `Install Node ${needed} or newer.`)
}

function isAtLeast(version: string, needed: string): boolean {
  const [has, needs] = [version, needed].map((one) => one.split('.').map((part) => Number.parseInt(part, 10)))
  for (const [at, part] of (needs ?? []).entries()) {
    const there = has?.[at] ?? 0
    if (there !== part) return there > part
  }
  return true
}
