import type { Linkifier } from '../../../../protocol/index.js'

/** A linkifier as servers of any level list it. */
export type ListedLinkifier = Partial<Linkifier> &
  Pick<Linkifier, 'id' | 'pattern'> & {
    /** What servers had before `url_template`. */
    readonly url_format?: string
  }

export const templateOf = ({ url_template, url_format }: ListedLinkifier) => url_template ?? url_format ?? ''

/** What linkifiers make of a text and of a URL. */
export interface Tried {
  readonly links: readonly {
    readonly linkifier: number
    readonly start: number
    readonly text: string
    readonly url: string
  }[]
  readonly reversed: string | null
  readonly problems: readonly { readonly field: string; readonly message: string }[]
}
