/** HTML that is finished before the rest of a message. Its place in the text is a mark that no other rule sees into. */
export class Stash {
  readonly #kept: string[] = []

  /** Stores HTML and returns its mark. */
  keep(html: string): string {
    this.#kept.push(html)
    return mark(`html${this.#kept.length - 1}`)
  }

  /** The HTML of a whole message, with what was stored in its place. A stored block needs no paragraph around it. */
  restored(html: string): string {
    if (this.#kept.length === 0) return html
    return html.replace(marks, (_, alone: string | undefined, inside: string | undefined) => {
      const kept = this.#kept[Number(alone ?? inside)] ?? ''
      const whole = this.restored(kept)
      return alone === undefined || /^<\/?(?:div|p|pre)[ >]/.test(kept) ? whole : `<p>${whole}</p>`
    })
  }
}

/** Something that stands for what is finished. No message contains the signs around it. */
export function mark(what: string): string {
  return `${opening}${what}${closing}`
}

export function withoutMarks(text: string): string {
  return text.replaceAll(opening, '').replaceAll(closing, '')
}

const opening = '\u0002'
const closing = '\u0003'

const marks = new RegExp(`<p>${mark('html(\\d+)')}</p>|${mark('html(\\d+)')}`, 'g')
