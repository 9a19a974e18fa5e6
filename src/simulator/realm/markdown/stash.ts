/** Keeps HTML that is finished before the rest of a message. A placeholder replaces it in the text, so that no rule changes it. */
export class Stash {
  readonly #kept: string[] = []

  /** Stores HTML and returns its placeholder. */
  keep(html: string): string {
    this.#kept.push(html)
    return placeholder(`html${this.#kept.length - 1}`)
  }

  /** Replaces the placeholders in the HTML of a message. A stored block needs no paragraph around it. */
  restored(html: string): string {
    if (this.#kept.length === 0) return html
    return html.replace(placeholders, (_, alone: string | undefined, inside: string | undefined) => {
      const kept = this.#kept[Number(alone ?? inside)] ?? ''
      const whole = this.restored(kept)
      return alone === undefined || /^<\/?(?:div|p|pre)[ >]/.test(kept) ? whole : `<p>${whole}</p>`
    })
  }
}

/** Stands for a finished part of a message. No message contains the characters around the name. */
export function placeholder(name: string): string {
  return `${opening}${name}${closing}`
}

export function withoutPlaceholders(text: string): string {
  return text.replaceAll(opening, '').replaceAll(closing, '')
}

const opening = '\u0002'
const closing = '\u0003'

const stored = placeholder('html(\\d+)')
const placeholders = new RegExp(`<p>${stored}</p>|${stored}`, 'g')
