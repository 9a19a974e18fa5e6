/** A line of a chat; `took` is how many milliseconds an answer came after the message, nothing for a person's. */
interface ChatLine {
  readonly name: string
  readonly text: string
  readonly took?: number
}

export function chatLog(write: (text: string) => void, { width = 100, colour = false } = {}) {
  let open: string | undefined
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  return {
    /** Opens a conversation, under its title, unless it is the one that is open. */
    conversation(title: string): void {
      if (title === open) return
      open = title
      write(`\n  ${paint(1, title)}\n`)
    },
    say({ name, text, took }: ChatLine): void {
      const lines = text.split('\n').flatMap((line) => wrap(line, width - indent - timeWidth))
      for (const [at, line] of lines.entries()) {
        const left =
          at === 0 ? `    ${paint(took === undefined ? 36 : 32, name.padEnd(nameWidth))}` : ' '.repeat(indent)
        const isLast = at === lines.length - 1
        const time = isLast && took !== undefined ? paint(2, milliseconds(took)) : ''
        write(`${left}${time === '' ? line : line.padEnd(width - indent - timeWidth) + time}\n`)
      }
    },
  }
}

const nameWidth = 10
const indent = 4 + nameWidth
const timeWidth = 10

const milliseconds = (took: number) => `${took.toFixed(1)} ms`.padStart(timeWidth)

/** Breaks a line between words; a word that is too long stays whole. */
function wrap(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}
