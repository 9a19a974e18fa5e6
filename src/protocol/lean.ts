/**
 * What client, bot and receiver run with: the part of the contract that is there without its declarations, which take
 * zod and a while to be made. Their types come from `index.ts`, since a type weighs nothing.
 */

export { type Call, callNamed, callNames } from './calls.js'
export {
  dependsOnDialect,
  dialectIn,
  dialectOf,
  dialects,
  fromWire,
  svcDialect,
  toWire,
  toWirePath,
} from './dialect.js'
export { encodeAs } from './encodeAs.js'
export { isInPath } from './endpoint.js'
export { type Feature, featureNamed, hasFeature, newestFeatureLevel } from './features.js'
export { jsonText } from './jsonText.js'
export { codePoints, limits } from './limits.js'
export { nameRules } from './nameRules.js'
export { olderParameters } from './olderParameters.js'
export { pathText } from './pathText.js'
export { readNotification } from './readNotification.js'
export { unmarkedTopic } from './resolvedTopic.js'
export { roles } from './roles.js'
export { sha256 } from './sha256.js'
export { type Checked, check } from './shapes/check.js'
export type { Issue } from './shapes/issue.js'
export { extraShape, shapeNamed } from './shapes/named.js'
export { readShape, type Shape } from './shapes/shape.js'
export { wireKindOf } from './shapes/wireKindOf.js'
export { authenticationCodes, toldApart } from './toldApart.js'
export { olderDirectMessageTrigger, triggers } from './triggers.js'
export { visibilityPolicies } from './visibilityPolicies.js'
export { isTextAlone, noReply, replyJson } from './webhookReply.js'
