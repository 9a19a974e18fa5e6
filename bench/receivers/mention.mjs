import { followMention } from '../../scripts/mention.mjs'

/** Follows a mention through the sources; they are TypeScript, so this process needs `--import tsx`. */
export const start = () => ({ followMention })
