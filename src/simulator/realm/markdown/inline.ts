import { type Element, element, isBlank, visibleText } from './element.js'
import { placeholder } from './stash.js'

/** A part of a text, and the element that replaces it, or text in which no later rule looks for markup. */
export interface InlineMatch {
  readonly start: number
  readonly end: number
  readonly made: Element | string
}

export interface InlineRule {
  /** Every match contains these characters. Empty if there are none. */
  readonly sign: string
  /**
   * The next match at or after a position.
   *
   * @param shown Replaces the placeholders of earlier matches by the text that they show.
   */
  find(text: string, from: number, shown: (text: string) => string): InlineMatch | undefined
  /** Whether replacing a match can make an earlier one possible, as the inner of two pairs of asterisks does. */
  readonly nests?: true
  /** Whether each match removes a line break from the very end of the text. */
  readonly dropsLastBreak?: true
}

/**
 * Parses the inline markup in the texts of blocks. Each rule goes over a whole text before the next one does: a placeholder replaces
 * each match, and the later rules go over the text inside it. Then all rules go over the texts of the new elements, as on the server.
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
      // The elements in the text after a child become its siblings, which this loop reaches too.
      for (const [at, child] of parent.children.entries()) {
        if (child.text !== '' && !child.textIsFinal) {
          const text = this.#apply(child.text, 0)
          child.text = ''
          const made = this.#unfold(text, false, child, 'text')
          open.push(...made)
          inserted.push([child, made])
        }
        if (child.tail !== '') {
          const isFinal = child.tailIsFinal
          const text = isFinal ? child.tail : this.#apply(child.tail, 0)
          child.tail = ''
          parent.children.splice(at + 1, 0, ...this.#unfold(text, isFinal, child, 'tail'))
        }
        if (child.children.length > 0) open.push(child)
      }
      for (const [child, made] of inserted) child.children.unshift(...made)
    }
  }

  /** Applies a rule and all rules after it to a text: placeholders replace their matches. */
  #apply(text: string, firstRule: number): string {
    let replaced = text
    for (let at = firstRule; at < this.#rules.length; at += 1) {
      const rule = this.#rules[at]
      if (rule === undefined || !replaced.includes(rule.sign)) continue
      replaced = rule.nests ? this.#replaceOneByOne(replaced, rule, at) : this.#replaceAll(replaced, rule, at)
    }
    return replaced
  }

  #replaceAll(text: string, rule: InlineRule, at: number): string {
    const parts: string[] = []
    let from = 0
    let breaks = 0
    for (let found = rule.find(text, 0, this.#shown); found !== undefined; found = rule.find(text, from, this.#shown)) {
      parts.push(text.slice(from, found.start), this.#keep(found.made, at))
      from = found.end
      breaks += rule.dropsLastBreak ? 1 : 0
    }
    let rest = text.slice(from)
    for (; breaks > 0 && rest.endsWith('\n'); breaks -= 1) rest = rest.slice(0, -1)
    return parts.join('') + rest
  }

  /** Starts each search at the front, since replacing a match can make an earlier one possible. */
  #replaceOneByOne(text: string, rule: InlineRule, at: number): string {
    let replaced = text
    for (let found = rule.find(text, 0, this.#shown); found !== undefined; found = rule.find(replaced, 0, this.#shown))
      replaced = replaced.slice(0, found.start) + this.#keep(found.made, at) + replaced.slice(found.end)
    return replaced
  }

  /** Applies the later rules to the texts of a new element, and returns its placeholder. */
  #keep(made: Element | string, at: number): string {
    if (typeof made !== 'string' && !made.textIsFinal) {
      for (const child of [made, ...made.children]) {
        if (child.text !== '') child.text = this.#apply(child.text, at + 1)
        if (child.tail !== '') child.tail = this.#apply(child.tail, at)
      }
    }
    return placeholder(String(this.#made.push(made) - 1))
  }

  readonly #shown = (text: string): string =>
    text.replace(placeholders, (_, at: string) => {
      const one = this.#made[Number(at)] ?? ''
      return typeof one === 'string' ? one : visibleText(one)
    })

  /** Puts text back into an element or after it, with its placeholders resolved, and returns the elements among these. */
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
    for (const found of text.matchAll(placeholders)) {
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

const placeholders = new RegExp(placeholder('(\\d+)'), 'g')

/** Keeps the result for the last text, since a rule searches the same text again and again. */
export function memoizeLast<Result>(look: (text: string) => readonly Result[]): (text: string) => readonly Result[] {
  let last: string | undefined
  let found: readonly Result[] = []
  return (text) => {
    if (text !== last) found = look(text)
    last = text
    return found
  }
}

/** A rule for a pattern. A match for which `make` returns nothing stays text. */
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

/** A rule for an element whose text can contain further markup. */
export function tagRule(tag: string, sign: string, pattern: RegExp): InlineRule {
  return patternRule(sign, pattern, ([, text = '']) => element(tag, {}, text), { nests: true })
}
