import type { ProfileField } from '../../../../protocol/index.js'
import { parseJson } from '../../../../values.js'
import { wireOf } from '../../parsed.js'

/** What somebody tells of themselves in one field. */
export type ProfileLine = { readonly id: number; readonly name: string } & (
  | { readonly kind: 'text'; readonly text: string }
  /** HTML of the service, which is to be cleaned before it is shown. */
  | { readonly kind: 'html'; readonly html: string; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'people'; readonly userIds: readonly number[] }
)

type ProfileData = Readonly<Record<string, unknown>>

/** What somebody's profile says, in the order that the organisation gave its fields; what is empty is left out. */
export function profileLines(fields: readonly ProfileField[], data: ProfileData | undefined): readonly ProfileLine[] {
  return fields
    .toSorted((one, other) => one.order - other.order || one.id - other.id)
    .flatMap((field) => {
      const { value, rendered_value: rendered } = read(data, field.id)
      if (value === '') return []
      const { id, name } = field
      return [{ id, name, ...content(field, value, rendered) }]
    })
}

function content({ type, field_data }: ProfileField, value: string, rendered: string | undefined) {
  if (type === types.options) return { kind: 'text', text: optionText(field_data, value) } as const
  if (type === types.people) return { kind: 'people', userIds: numbersIn(value) } as const
  if (type === types.link && isWeb(value)) return { kind: 'link', text: value, url: value } as const
  if (type === types.account) return account(field_data, value)
  if (rendered !== undefined) return { kind: 'html', html: rendered, text: value } as const
  return { kind: 'text', text: value } as const
}

/** Of those that are shown in a way of their own. */
const types = { options: 3, link: 5, people: 6, account: 7 } as const

/** Only its own pattern says where an account is. */
function account(fieldData: string, value: string) {
  const pattern = wireOf(parseJson(fieldData)).url_pattern
  const url = typeof pattern === 'string' ? pattern.replace('%(username)s', encodeURIComponent(value)) : ''
  return isWeb(url) ? ({ kind: 'link', text: value, url } as const) : ({ kind: 'text', text: value } as const)
}

function optionText(fieldData: string, value: string): string {
  const options = wireOf(parseJson(fieldData))
  const text = Object.hasOwn(options, value) ? wireOf(options[value]).text : undefined
  return typeof text === 'string' ? text : value
}

function numbersIn(value: string): readonly number[] {
  const list = parseJson(value)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'number') : []
}

/** Nothing but the web is linked to. */
function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

function read(data: ProfileData | undefined, id: number): { value: string; rendered_value: string | undefined } {
  const { value, rendered_value } = wireOf(data?.[id])
  return {
    value: typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value),
    rendered_value: typeof rendered_value === 'string' ? rendered_value : undefined,
  }
}
