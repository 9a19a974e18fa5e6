import type { Feature } from '../features.js'
import { moreKinds } from './moreKinds.js'

/** Lets commands take `<who:user>`, `<who:group>`, `<where:topic>` and `<when:date>`. */
export const moreArguments: Feature<'moreArguments'> = { name: 'moreArguments', part: moreKinds }
