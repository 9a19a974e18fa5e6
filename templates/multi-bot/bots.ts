import { createBreadBot } from './breadBot.js'
import { createRotaBot } from './rotaBot.js'

/** All that are served, by the sections that they have in the credentials file `earshotrc`. */
export const bots = { bread: createBreadBot(), rota: createRotaBot() }
