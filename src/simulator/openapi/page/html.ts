/** A piece of HTML that may stand in a page as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may be put into a piece of HTML: other pieces as they are, anything else as text. */
export type Part = Html | string | number | undefined | readonly Part[]

/**
 * Makes a piece of HTML. Whatever is put into it that is not HTML itself becomes text, in attributes too, so that
 * nothing that is shown can become live.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(pieces.reduce((text, piece, at) => text + written(parts[at - 1]) + piece))
}

function written(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return String(part).replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
