/** How a bot's tests went at some levels, as `earshot matrix --json` prints it. */
export interface MatrixRun {
  readonly results: readonly MatrixStretch[]
  /** The lowest level from which on they pass everywhere. */
  readonly worksFrom: number | undefined
}

export interface MatrixStretch {
  readonly level: number
  /** The highest level for which the run speaks. */
  readonly until: number
  readonly works: boolean
  /** Why they failed. */
  readonly why: string | undefined
}

/** Reads what `earshot matrix --json` has printed. @throws {Error} for anything else */
export function readMatrix(text: string): MatrixRun {
  const given = parsed(text)
  const results = given?.results
  if (!Array.isArray(results)) throw new Error(notThat)
  return {
    results: results.map(stretch),
    worksFrom: typeof given?.worksFrom === 'number' ? given.worksFrom : undefined,
  }
}

/** How the tests went at a level; undefined where they were not run. */
export function resultAt(run: MatrixRun | undefined, level: number): MatrixStretch | undefined {
  return run?.results.find((one) => one.level <= level && level <= one.until)
}

const notThat = 'This is no result of a matrix: choose what `earshot matrix --json` has printed.'

function parsed(text: string): { readonly results?: unknown; readonly worksFrom?: unknown } | null {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new Error(notThat)
  }
}

function stretch(given: unknown): MatrixStretch {
  const { level, until, works, why } = Object(given) as Readonly<Record<string, unknown>>
  if (typeof level !== 'number' || typeof until !== 'number' || typeof works !== 'boolean') throw new Error(notThat)
  return { level, until, works, why: typeof why === 'string' ? why : undefined }
}
