/** A message on a line of a list: without the tags of HTML, or the marks of Markdown around names, code and strong text. */
export function plainText(content: string): string {
  if (/^<(?:p|div|ul|ol|blockquote|h[1-6]|table|hr)\b/.test(content)) {
    const text = content.replaceAll(/<[^>]*>/g, '')
    return text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '').trim()
  }
  return content
    .replaceAll(/([@#])_?\*\*([^*\n]+?)(?:\|\d+)?\*\*/g, '$1$2')
    .replaceAll(/\*\*([^*\n]+)\*\*|`([^`\n]+)`/g, '$1$2')
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
