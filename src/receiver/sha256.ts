export { sha256 } from '../protocol/lean.js'
