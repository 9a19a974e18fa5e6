import type { Has } from '../levels.js'
import { templateFromFormat } from '../olderParameters.js'

/** A linkifier of an older server in today's shape. @see spec 9 */
export function modernLinkifier(linkifier: unknown, has: Has): unknown {
  if (typeof linkifier !== 'object' || linkifier === null) return linkifier
  if (has('linkifierUrlTemplate') && has('reverseLinkifiers') && has('alternativeUrlTemplates')) return linkifier
  const { url_format, ...rest } = linkifier as Record<string, unknown>
  const filled: Record<string, unknown> = has('linkifierUrlTemplate') ? { ...linkifier } : rest
  if (!has('linkifierUrlTemplate') && typeof url_format === 'string') {
    filled.url_template ??= templateFromFormat(url_format)
  }
  if (!has('reverseLinkifiers')) {
    filled.example_input ??= null
    filled.reverse_template ??= null
  }
  if (!has('alternativeUrlTemplates')) filled.alternative_url_templates ??= []
  return filled
}
