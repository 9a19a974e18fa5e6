import { nearest } from '../../text/index.js'
import { type Command, createCommand } from './command.js'
import { choice, hint, manual, overview, suggestion, type Typed } from './helpTexts.js'
import { matchCommand } from './matchCommand.js'

/** The answer to `help` and `help <command>`; none to another text, and none where there are no commands. */
export function helpReply(known: readonly Command[], text: string, typed: Typed): string | undefined {
  const commands = shown(known)
  if (commands.length === 0) return undefined
  if (matchCommand([helpCommand], text)?.kind !== 'match') return undefined
  const listed = commands.filter(({ isAlias }) => !isAlias)
  const topic = text.trim().replace(/^\S+\s*/, '')
  if (topic === '') return overview(listed, typed)
  const found = beginningWith(commands, topic)
  return found.length > 0 ? manual(found, typed) : (suggestionFor(commands, topic, typed) ?? overview(listed, typed))
}

/** The answer to a text that is no command: what may have been meant, or how to learn what there is. */
export function unknownReply(known: readonly Command[], text: string, typed: Typed): string | undefined {
  const commands = shown(known)
  if (commands.length === 0) return undefined
  const words = wordsOf(text)
  const longer = words.length > 0 ? beginningWith(commands, text).filter(({ head }) => head.length > words.length) : []
  if (longer.length > 0) return choice(words.join(' '), longer, typed)
  return suggestionFor([...commands, helpCommand], text, typed) ?? hint(typed)
}

/** The answer to a text that is like one of these commands, but for a slip; none to any other. */
export function suggestionFor(known: readonly Command[], text: string, typed: Typed): string | undefined {
  const commands = shown(known)
  const words = wordsOf(text)
  const lengths = new Set(commands.map(({ head }) => head.length).sort((a, b) => b - a))
  for (const length of lengths) {
    const said = words.slice(0, length).join(' ')
    const alike = commands.filter(({ head }) => head.length === length)
    const meant = nearest(said, new Set(alike.map(nameOf)))
    const found = alike.filter((command) => nameOf(command) === meant)
    if (found.length > 0) return suggestion(said, found, typed)
  }
  return undefined
}

const [helpCommand] = createCommand('help [command...]', { description: 'Show what I can do' }, () => {})

/** `topics` finds all commands that begin with it, and `topics follow lunch` the one that it is a use of. */
function beginningWith(commands: readonly Command[], topic: string): Command[] {
  const words = wordsOf(topic.toLowerCase())
  const found = commands.filter(({ head }) => {
    const shared = Math.min(head.length, words.length)
    return head.slice(0, shared).join(' ') === words.slice(0, shared).join(' ')
  })
  // By two of its names a command is found twice.
  return found.filter(
    ({ usage, isAlias }) => !isAlias || !found.some((other) => !other.isAlias && other.usage === usage),
  )
}

const shown = (commands: readonly Command[]): Command[] => commands.filter(({ hidden }) => hidden !== true)
const nameOf = ({ head }: Command): string => head.join(' ')
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
