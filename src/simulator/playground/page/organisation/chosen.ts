import { choice } from '../address.js'

/** The ID of what is chosen in the list that is shown; `''` for nothing. */
export const chosenId = choice('id')
