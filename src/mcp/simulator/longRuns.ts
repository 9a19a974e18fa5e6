import { inTime, systemClock } from '../../clock.js'
import { isObject } from '../../values.js'
import type { BoundTool, McpCall } from '../tool.js'

/**
 * Runs the tools of one client. A call that takes longer than an agent should wait is answered with what it has found so far, and
 * goes on; the next call with the same arguments gets the result.
 */
export function longRuns() {
  const unfinished = new Map<string, Run>()
  return {
    async run(tool: BoundTool, args: unknown, call: McpCall): Promise<unknown> {
      const key = `${tool.name} ${JSON.stringify(args)}`
      const earlier = unfinished.get(key)
      unfinished.delete(key)
      const run = earlier ?? new Run((itsCall) => tool.run(args, itsCall))
      const result = await run.heardBy(call)
      if (result !== undefined) return earlier ? withAge(result.value, run.seconds) : result.value
      // Two calls may have begun at the same time.
      unfinished.get(key)?.stop()
      unfinished.set(key, run)
      const [oldest] = unfinished.size > mostUnfinished ? unfinished : []
      oldest?.[1].stop()
      if (oldest) unfinished.delete(oldest[0])
      return [
        `Still running after ${run.seconds} s. Call \`${tool.name}\` again with the same arguments for the result.`,
        ...(run.notes.length > 0 ? ['So far:', ...run.notes] : []),
      ].join('\n')
    },
    close() {
      for (const run of unfinished.values()) run.stop()
    },
  }
}

/** Milliseconds. */
const answersWithin = 4_000
/** Runs that go on, or whose result nobody has asked for. */
const mostUnfinished = 8

class Run {
  /** What it has found so far. */
  readonly notes: string[] = []
  readonly #begun = performance.now()
  readonly #stopping = new AbortController()
  readonly #ended: Promise<{ readonly value: unknown }>
  #call: McpCall | undefined

  constructor(work: (call: McpCall) => Promise<unknown>) {
    const progress = (note: string) => {
      this.notes.push(note)
      this.#call?.progress(note)
    }
    this.#ended = work({ signal: this.#stopping.signal, progress }).then((value) => ({ value }))
    this.#ended.catch(() => {})
  }

  get seconds(): number {
    return Math.round((performance.now() - this.#begun) / 1_000)
  }

  /** Its result; undefined if the call is to be answered before. Stops if the call is cancelled meanwhile. */
  async heardBy(call: McpCall): Promise<{ readonly value: unknown } | undefined> {
    const stop = () => this.stop()
    call.signal.addEventListener('abort', stop)
    this.#call = call
    try {
      return await inTime(systemClock, answersWithin, this.#ended, () => undefined)
    } finally {
      this.#call = undefined
      call.signal.removeEventListener('abort', stop)
    }
  }

  stop(): void {
    this.#stopping.abort()
  }
}

/** The result of an earlier call, which may be of an older state of the files. */
function withAge(value: unknown, seconds: number): unknown {
  const begun = `${seconds} s ago`
  return isObject(value) ? { ...value, begun } : `${value}\nBegun ${begun}.`
}
