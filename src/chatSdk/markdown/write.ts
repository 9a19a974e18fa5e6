import { convertEmojiPlaceholders, type Nodes, type Root } from 'chat'
import { md } from '../../text/index.js'
import { escapedAtStart, escapedProse } from '../../text/md/escaped.js'
import { silentWildcards } from './wildcards.js'

/**
 * Writes a Markdown tree as the server's Markdown. Text that would get a meaning there is escaped by entities, since the server
 * shows backslashes. Mentions of everybody are made silent: what writes such a tree is often a model.
 */
export function writeMarkdown(tree: Root): string {
  return silentWildcards(new Writer(tree).blocks(tree.children))
}

/** Replaces the Chat SDK's placeholders for people, `<@10>`, and for emoji. */
export function replacePlaceholders(text: string): string {
  return convertEmojiPlaceholders(text, 'gchat').replace(/<@(\d+)>/g, '@**|$1**')
}

/** References with this address are shown by their text. */
export const undefinedUrl = 'undefined:'

class Writer {
  /** URLs by the names that references use. */
  readonly #urls = new Map<string, string>()

  constructor(tree: Root) {
    this.#define(tree)
  }

  /** The first definition of a name counts. */
  #define(node: Nodes): void {
    if (node.type === 'definition' && node.url !== undefinedUrl && !this.#urls.has(node.identifier)) {
      this.#urls.set(node.identifier, node.url)
    }
    if ('children' in node) for (const child of node.children) this.#define(child)
  }

  blocks(nodes: readonly Nodes[]): string {
    return nodes
      .map((node) => this.#block(node))
      .filter((text) => text.trim() !== '')
      .join('\n\n')
  }

  #block(node: Nodes): string {
    switch (node.type) {
      case 'paragraph':
        return this.#lines(node.children)
      case 'heading':
        return `${'#'.repeat(node.depth)} ${headingText(this.#inline(node.children))}`
      case 'thematicBreak':
        return '---'
      case 'code':
        return md.codeBlock(node.value, node.lang ?? '')
      case 'blockquote': {
        const quoted = this.blocks(node.children)
        if (quoted === '') return ''
        return /\n\n|^(?:`{3}|~{3})/m.test(quoted) ? md.quote(quoted) : quoted.replace(/^/gm, '> ')
      }
      case 'list':
        return this.#list(node)
      case 'table': {
        const [head, ...rows] = node.children.map((row) =>
          row.children.map((cell) => ({ markdown: this.#inline(cell.children) })),
        )
        return head === undefined ? '' : md.table(head, rows)
      }
      case 'html':
        return this.#lines([{ type: 'text', value: node.value }])
      case 'definition':
      case 'yaml':
        return ''
      case 'footnoteDefinition':
        return `${this.#text(`[${node.identifier}]`)} ${this.blocks(node.children)}`
      default:
        return this.#lines([node])
    }
  }

  #list({ children, ordered, start }: Extract<Nodes, { type: 'list' }>): string {
    const items = children.map((item, at) => {
      const marker = ordered === true ? `${(start ?? 1) + at}. ` : '* '
      const box = item.checked === true ? '✅ ' : item.checked === false ? '⬜ ' : ''
      const blocks = item.children.map((child) =>
        child.type === 'table' ? `\n${this.#block(child)}\n` : this.#block(child),
      )
      const text = blocks.join('\n')
      return marker + box + (/^[`~]{3}/.test(text) ? '\n' : '') + indented(text)
    })
    return items.join('\n')
  }

  /** Space at the start of a line could make it code. */
  #lines(nodes: readonly Nodes[]): string {
    const lines = this.#inline(nodes).split('\n')
    return lines.map((line) => escapedAtStart(line.trimStart().replace(/^\*(?= )/, '&#42;'))).join('\n')
  }

  #inline(nodes: readonly Nodes[]): string {
    return nodes.map((node) => this.#phrase(node)).join('')
  }

  #phrase(node: Nodes): string {
    switch (node.type) {
      case 'text':
        return this.#text(node.value)
      case 'html':
        return /^<br\s*\/?>$/i.test(node.value) ? '\n' : this.#text(node.value)
      case 'strong':
        return this.#marked('**', node.children)
      case 'emphasis':
        return this.#marked('*', node.children)
      case 'delete':
        return this.#marked('~~', node.children)
      case 'inlineCode':
        return md.code(node.value)
      case 'break':
        return '\n'
      case 'link':
        return this.#link(node.children, node.url)
      case 'linkReference':
        return this.#link(node.children, this.#urls.get(node.identifier))
      case 'image':
        return md.link(node.alt || node.url, node.url)
      case 'imageReference':
        return this.#link([{ type: 'text', value: node.alt || node.identifier }], this.#urls.get(node.identifier))
      case 'footnoteReference':
        return this.#text(`[${node.identifier}]`)
      default:
        return 'children' in node ? this.#inline(node.children) : 'value' in node ? this.#text(node.value) : ''
    }
  }

  /** Placeholders are found before anything is escaped. */
  #text(value: string): string {
    return value
      .split(/(<@\d+>|\{\{emoji:[^}]+\}\})/)
      .map((part, at) => (at % 2 === 1 ? replacePlaceholders(part) : escapedProse(part)))
      .join('')
  }

  #marked(mark: string, nodes: readonly Nodes[]): string {
    const lines = this.#inline(nodes).split('\n')
    return lines.map((line) => markedLine(mark, line)).join('\n')
  }

  #link(nodes: readonly Nodes[], url: string | undefined): string {
    const text = plainText(nodes)
    if (url === undefined) return this.#text(text)
    return text === url && /^https?:/.test(url) ? url : md.link(text, url)
  }
}

/** The server finds fences and tables only at the start of a line, where they end a list. */
function indented(text: string): string {
  const found = text.search(/^(?:`{3}|~{3}|\| )/m)
  const end = found === -1 ? text.length : found
  return text.slice(0, end).replace(/\n(?=[^\n])/g, '\n  ') + text.slice(end)
}

/** Marks hold only next to text on one line, so space is moved out of them. A URL at the end would take in the mark after it. */
function markedLine(mark: string, line: string): string {
  const text = line.trim()
  return text === '' || /https?:\S*$/.test(text) ? line : line.replace(text, () => `${mark}${text}${mark}`)
}

/** On one line; the server leaves out number signs at its end. */
const headingText = (text: string) =>
  text.replace(/\s*\n\s*/g, ' ').replace(/#+(?=\s*$)/, (signs) => '&#35;'.repeat(signs.length))

function plainText(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) =>
      'children' in node
        ? plainText(node.children)
        : 'value' in node
          ? node.value
          : 'alt' in node
            ? (node.alt ?? '')
            : '',
    )
    .join('')
}
