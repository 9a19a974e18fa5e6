import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** An answer, or in words why there is none; undefined while there is neither. */
export type Asked<Answer> = Answer | string | undefined

/** Asks about one thing, anew for another; after a pause where what is asked may still be typed. */
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
    // What is typed is answered as it was until it is answered anew.
    if (pause === undefined) answer.value = undefined
    const timer = setTimeout(begin, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key])
  return answer
}
