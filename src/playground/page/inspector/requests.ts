import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** An answer, or the reason why there is none; undefined while waiting. */
export type Asked<Answer> = Answer | string | undefined

/** Sends a request for each subject, with a pause if the subject may still be being typed. */
export function useAnswer<Answer>(
  key: string,
  ask: () => Promise<Answer>,
  pause?: number,
): ReadonlySignal<Asked<Answer>> {
  const answer = useSignal<Asked<Answer>>(undefined)
  useEffect(() => {
    let isWanted = true
    const tell = (told: Asked<Answer>) => {
      if (isWanted) answer.value = told
    }
    const begin = () => void ask().then(tell, (error: Error) => tell(error.message))
    // The old answer stays until the new one arrives.
    if (pause === undefined) answer.value = undefined
    const timer = setTimeout(begin, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key])
  return answer
}
