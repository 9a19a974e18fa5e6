import type { Dialect } from '../../protocol/index.js'
import { internalErrorAnswer } from './answers.js'
import type { Api } from './api.js'

/** Gives answers only once what they speak of cannot be lost any more. */
export function answerOnceSaved(api: Api, { saved }: { saved(): Promise<void> }, dialect: Dialect): Api {
  return async (request) => {
    const answer = await api(request)
    try {
      await saved()
      return answer
    } catch {
      // Whoever keeps things has said why.
      return internalErrorAnswer(dialect)
    }
  }
}
