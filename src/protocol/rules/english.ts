import * as z from 'zod/mini'
import { en } from 'zod/v4/locales'

/**
 * Gives zod the words for what it finds wrong: the small build of it, which the contract is declared with, has none of
 * its own. A language that somebody else has chosen stays. Called by the files that nothing is read without, since a
 * bundler leaves out a file that is only there for what it does.
 */
export function speakEnglish(): void {
  if (z.config().localeError === undefined) z.config(en())
}
