import { shortenedTo } from './layout.js'
import { type Terminal, usualWidth } from './terminal.js'

interface ProgressOptions {
  /** Milliseconds between two states; those that come sooner aren't shown. (default: 100 on a terminal, else 10 s) */
  readonly every?: number
  /** Milliseconds of any origin. */
  readonly now?: () => number
}

/** One line that is printed over on a terminal; elsewhere, as in the log of a build, a line every now and then. */
export function progressOn({ err }: Pick<Terminal, 'err'>, options: ProgressOptions = {}) {
  const { every = err.canRewrite ? 100 : 10_000, now = () => performance.now() } = options
  let shown = err.canRewrite ? Number.NEGATIVE_INFINITY : now()
  return {
    /** Shows how far the work is. */
    show(state: string): void {
      if (now() - shown < every) return
      shown = now()
      const line = shortenedTo(state, (err.columns ?? usualWidth) - 1)
      if (err.canRewrite) err.rewrite(err.paint('faint', line))
      else err.write(`${state}\n`)
    },
    /** Removes what is shown, so that something else can be printed. */
    end(): void {
      if (err.canRewrite && shown > Number.NEGATIVE_INFINITY) err.rewrite('')
    },
  }
}
