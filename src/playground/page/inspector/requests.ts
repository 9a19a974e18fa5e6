import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** An answer, or the reason why there is none; undefined while waiting. */
export type Asked<Answer> = Answer | string | undefined

interface Asking {
  /** Milliseconds to wait, since the subject may still be being typed. The old answer stays meanwhile. */
  readonly pause?: number
  /** Whether the old answer stays until there is one about the new subject. */
  readonly keeps?: boolean
}

/** Sends a request for each subject. */
export function useAnswer<Answer>(
  key: string,
  ask: () => Promise<Answer>,
  { pause, keeps = pause !== undefined }: Asking = {},
): ReadonlySignal<Asked<Answer>> {
  const answer = useSignal<Asked<Answer>>(undefined)
  useEffect(() => {
    let isWanted = true
    const tell = (told: Asked<Answer>) => {
      if (isWanted) answer.value = told
    }
    const begin = () => void ask().then(tell, (error: Error) => tell(error.message))
    if (!keeps) answer.value = undefined
    const timer = setTimeout(begin, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key])
  return answer
}
