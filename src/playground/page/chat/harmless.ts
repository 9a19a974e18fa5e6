import DOMPurify from 'dompurify'

/**
 * Sanitises a server's HTML: only the elements and attributes that messages consist of remain. `renderedNodes` checks
 * the addresses.
 */
export function harmless(html: string): DocumentFragment {
  return DOMPurify.sanitize(withoutStyle(html), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}

const tags = `a annotation blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img li math ol p pre s semantics span
  strong table tbody td th thead time tr ul #text`.split(/\s+/)

const attributes = `aria-hidden aria-label class role title href src alt width height start colspan rowspan datetime
  encoding data-stream-id data-user-id data-user-group-id data-code-language data-align`.split(/\s+/)

/** The content security policy blocks styles, even parsed ones, so a cell's alignment becomes data first. */
const withoutStyle = (html: string) =>
  html.replace(/(<t[hd]\b[^<>]*?)\sstyle="\s*text-align:\s*(left|center|right);?\s*"/gi, '$1 data-align="$2"')
