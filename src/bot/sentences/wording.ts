import { durationParts } from '../../text/index.js'

/** What changes with a language by rules: lists, plurals, numbers and lengths of time. @param locale BCP 47, such as `de` */
export function wording(locale: string) {
  const list = (type: Intl.ListFormatType) => (items: readonly string[]) =>
    new Intl.ListFormat(locale, { type }).format(items)
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value)
  return {
    and: list('conjunction'),
    or: list('disjunction'),
    number: (value: number) => number(value),
    /** The form for a number, without it. */
    plural: (value: number, one: string, other: string) =>
      new Intl.PluralRules(locale).select(value) === 'one' ? one : other,
    /** Milliseconds in words: `1 hour 30 minutes`. */
    span(milliseconds: number): string {
      const parts = durationParts(milliseconds).map(([count, unit]) =>
        number(count, { style: 'unit', unit, unitDisplay: 'long' }),
      )
      return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts)
    },
  }
}
