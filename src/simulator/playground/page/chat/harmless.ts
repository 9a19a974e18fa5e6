/** What messages are made of. */
const elements = [
  ...['a', 'annotation', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'],
  ...['img', 'li', 'math', 'ol', 'p', 'pre', 's', 'semantics', 'span', 'strong', 'table', 'tbody', 'td', 'th'],
  ...['thead', 'time', 'tr', 'ul'],
]
const attributes = [
  ...[
    'alt',
    'aria-hidden',
    'aria-label',
    'class',
    'colspan',
    'data-code-language',
    'data-stream-id',
    'data-user-group-id',
  ],
  ...['data-user-id', 'datetime', 'encoding', 'height', 'href', 'role', 'rowspan', 'src', 'start', 'title', 'width'],
]

/**
 * Makes a server's HTML harmless: of all that it may hold, the elements and attributes that messages are made of are
 * left. By the browser's own sanitiser where it has one, else by DOMPurify, which is loaded only there.
 */
export const harmless: (html: string) => DocumentFragment = await sanitiser()

/** As browsers that have it know it; the types of others don't name it yet. */
interface BrowsersSanitiser {
  setHTML(html: string, options: { readonly sanitizer: unknown }): void
}

async function sanitiser(): Promise<(html: string) => DocumentFragment> {
  const Sanitizer: unknown = Reflect.get(globalThis, 'Sanitizer')
  if (typeof Sanitizer === 'function' && 'setHTML' in Element.prototype) {
    const allowed = { elements: elements.map(elementNamed), attributes, comments: false, dataAttributes: false }
    const sanitizer: unknown = Reflect.construct(Sanitizer, [allowed])
    return (html) => {
      const template = document.createElement('template')
      const box = document.createElement('div')
      ;(box as unknown as BrowsersSanitiser).setHTML(html, { sanitizer })
      template.content.append(...box.childNodes)
      return template.content
    }
  }
  const { default: createPurifier } = await import('dompurify')
  const purifier = createPurifier(window)
  return (html) =>
    purifier.sanitize(html, {
      ALLOWED_TAGS: [...elements, '#text'],
      ALLOWED_ATTR: attributes,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    })
}

/** Formulas are of another language than HTML. */
function elementNamed(name: string): string | { readonly name: string; readonly namespace: string } {
  return ['annotation', 'math', 'semantics'].includes(name)
    ? { name, namespace: 'http://www.w3.org/1998/Math/MathML' }
    : name
}
