import type { FeatureId } from './levels.js'

/** A parameter that servers without a feature know by another name and in another form. */
export interface OlderParameter {
  readonly endpoint: string
  readonly parameter: string
  readonly since: FeatureId
  readonly olderName: string
  toOlder(text: string): string
  fromOlder(text: string): string
}

export const olderParameters: readonly OlderParameter[] = ['linkifiers.create', 'linkifiers.update'].map(
  (endpoint) => ({
    endpoint,
    parameter: 'url_template',
    since: 'linkifierUrlTemplate',
    olderName: 'url_format_string',
    toOlder: formatFromTemplate,
    fromOlder: templateFromFormat,
  }),
)

/** How older servers wrote a template: `%(id)s` for a place, and a percent sign twice. */
export function formatFromTemplate(template: string): string {
  return template.replaceAll('%', '%%').replaceAll(/\{(\w+)\}/g, '%($1)s')
}

export function templateFromFormat(format: string): string {
  return format.replaceAll(/%\((\w+)\)s|%%/g, (_, name: string | undefined) => (name === undefined ? '%' : `{${name}}`))
}
