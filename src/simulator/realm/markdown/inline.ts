import { type Element, element, isBlank, textOf } from './element.js'
import { mark } from './stash.js'

/** A part of a text that a rule turns into an element, or into text that no later rule looks at. */
export interface Found {
  readonly start: number
  readonly end: number
  readonly made: Element | string
}

export interface InlineRule {
  /** No text without these characters has a match. */
  readonly sign: string
  /**
   * The next match at or after a position.
   *
   * @param shown Replaces the marks of what earlier rules made by the text that it shows.
   */
  find(text: string, from: number, shown: (text: string) => string): Found | undefined
  /** Whether a match can make another one before it possible, as the inner of two pairs of asterisks does. */
  readonly nests?: true
  /** Whether a match makes a line break at the very end of the text disappear. */
  readonly dropsLastBreak?: true
}

/**
 * Turns the texts of blocks into inline elements. Each rule goes over a whole text before the next one does; what it finds is
 * replaced by a mark, and its own text is left to the rules after it. Texts inside elements are gone over again from the first
 * rule, as the server does.
 */
export function parseInline(root: Element, rules: readonly InlineRule[]): void {
  new InlineParser(rules).run(root)
}

class InlineParser {
  readonly #made: (Element | string)[] = []

  readonly #rules: readonly InlineRule[]

  constructor(rules: readonly InlineRule[]) {
    this.#rules = rules
  }

  run(root: Element): void {
    const open = [root]
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      const inserted: (readonly [Element, Element[]])[] = []
      // What stands in the text after a child becomes its siblings, and they are gone over in this loop too.
      for (let at = 0; at < parent.children.length; at += 1) {
        const child = parent.children[at] as Element
        if (child.text !== '' && !child.textIsFinal) {
          const text = this.#mark(child.text, 0)
          child.text = ''
          const made = this.#unfold(text, false, child, 'text')
          open.push(...made)
          inserted.push([child, made])
        }
        if (child.tail !== '') {
          const isFinal = child.tailIsFinal
          const text = isFinal ? child.tail : this.#mark(child.tail, 0)
          child.tail = ''
          parent.children.splice(at + 1, 0, ...this.#unfold(text, isFinal, child, 'tail'))
        }
        if (child.children.length > 0) open.push(child)
      }
      for (const [child, made] of inserted) child.children.unshift(...made)
    }
  }

  /** Replaces what the rules from the given one on find by marks. */
  #mark(text: string, firstRule: number): string {
    let marked = text
    for (let at = firstRule; at < this.#rules.length; at += 1) {
      const rule = this.#rules[at] as InlineRule
      if (rule.sign !== '' && !marked.includes(rule.sign)) continue
      marked = rule.nests ? this.#replaceOneByOne(marked, at) : this.#replaceAll(marked, at)
    }
    return marked
  }

  #replaceAll(text: string, at: number): string {
    const rule = this.#rules[at] as InlineRule
    const parts: string[] = []
    let from = 0
    let breaks = 0
    for (let found = rule.find(text, 0, this.#shown); found !== undefined; found = rule.find(text, from, this.#shown)) {
      parts.push(text.slice(from, found.start), this.#keep(found.made, at))
      from = found.end
      breaks += rule.dropsLastBreak ? 1 : 0
    }
    if (from === 0 && parts.length === 0) return text
    const rest = text.slice(from)
    for (let end = rest.length; ; end -= 1, breaks -= 1)
      if (breaks === 0 || rest.charAt(end - 1) !== '\n') return parts.join('') + rest.slice(0, end)
  }

  /** What is found may make another match before it possible, so each search begins at the front. */
  #replaceOneByOne(text: string, at: number): string {
    const rule = this.#rules[at] as InlineRule
    let marked = text
    for (let found = rule.find(text, 0, this.#shown); found !== undefined; found = rule.find(marked, 0, this.#shown))
      marked = marked.slice(0, found.start) + this.#keep(found.made, at) + marked.slice(found.end)
    return marked
  }

  /** Leaves the texts of an element to the later rules, and returns the mark that stands for it. */
  #keep(made: Element | string, at: number): string {
    if (typeof made !== 'string' && !made.textIsFinal) {
      for (const child of [made, ...made.children]) {
        if (child.text !== '') child.text = this.#mark(child.text, at + 1)
        if (child.tail !== '') child.tail = this.#mark(child.tail, at)
      }
    }
    return mark(String(this.#made.push(made) - 1))
  }

  readonly #shown = (text: string): string =>
    text.replace(marks, (_, at: string) => {
      const one = this.#made[Number(at)] ?? ''
      return typeof one === 'string' ? one : textOf(one)
    })

  /** Puts what marks stand for into the text of an element or after it, and returns the elements among them. */
  #unfold(text: string, isFinal: boolean, owner: Element, place: 'text' | 'tail'): Element[] {
    const made: Element[] = []
    const add = (part: string, partIsFinal: boolean) => {
      const last = made.at(-1)
      if (part === '') return
      if (last !== undefined || place === 'tail') {
        const before = last ?? owner
        before.tailIsFinal = partIsFinal && before.tail === ''
        before.tail += part
      } else {
        owner.textIsFinal = partIsFinal && owner.text === ''
        owner.text += part
      }
    }
    let from = 0
    for (const found of text.matchAll(marks)) {
      add(text.slice(from, found.index), false)
      from = found.index + found[0].length
      const one = this.#made[Number(found[1])] ?? ''
      if (typeof one === 'string') add(one, false)
      else {
        this.#unfoldInside(one)
        made.push(one)
      }
    }
    add(text.slice(from), isFinal)
    return made
  }

  #unfoldInside(one: Element): void {
    for (const child of [one, ...one.children]) {
      if (!isBlank(child.tail)) {
        const { tail, tailIsFinal } = child
        child.tail = ''
        const made = this.#unfold(tail, tailIsFinal, child, 'tail')
        if (child !== one) one.children.splice(one.children.indexOf(child) + 1, 0, ...made)
      }
      if (!isBlank(child.text)) {
        const { text, textIsFinal } = child
        child.text = ''
        child.children.unshift(...this.#unfold(text, textIsFinal, child, 'text'))
      }
    }
  }
}

const marks = new RegExp(mark('(\\d+)'), 'g')

/** Looks at a text once, however often it is asked for what is next in it. */
export function forLastText<Found>(look: (text: string) => readonly Found[]): (text: string) => readonly Found[] {
  let last: string | undefined
  let found: readonly Found[] = []
  return (text) => {
    if (text !== last) found = look(text)
    last = text
    return found
  }
}

/** A rule for a pattern; what the pattern matches but `make` has nothing for stays text. */
export function patternRule(
  sign: string,
  pattern: RegExp,
  make: (match: RegExpExecArray) => Element | string | undefined,
  options: { readonly nests?: true } = {},
): InlineRule {
  return {
    sign,
    ...options,
    find(text, from) {
      pattern.lastIndex = from
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const made = make(match)
        if (made !== undefined) return { start: match.index, end: match.index + match[0].length, made }
      }
      return undefined
    },
  }
}

/** An element whose text the later rules look at. */
export function tagRule(tag: string, sign: string, pattern: RegExp): InlineRule {
  return patternRule(sign, pattern, ([, text = '']) => element(tag, {}, text), { nests: true })
}
