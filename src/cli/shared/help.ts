import { type Command, Help, type Option, parseSeconds } from './command.js'
import { fitted, hanging } from './layout.js'
import { type Side, usualWidth } from './terminal.js'

/** Gives a command our help: it fits the terminal, and shows defaults in the option's unit. */
export function withHelp(command: Command, out: Side): Command {
  command.createHelp = () => new CommandHelp(out)
  return command
}

class CommandHelp extends Help {
  readonly #out: Side

  constructor(out: Side) {
    super()
    this.#out = out
    this.helpWidth = Math.min(out.columns ?? usualWidth, widest)
    this.minWidthToWrap = 1
  }

  /** Every command has options, so the word says nothing. */
  override commandUsage(command: Command): string {
    return super.commandUsage(command).replace(' [options]', '')
  }

  /** The list of commands fits one line each without their arguments. */
  override subcommandTerm(command: Command): string {
    return command.name()
  }

  override visibleCommands({ commands }: Command): Command[] {
    return [...commands]
  }

  /** The program's own options are explained below its commands. */
  override visibleOptions(command: Command): Option[] {
    return command.parent === null && command.commands.length > 0 ? [] : super.visibleOptions(command)
  }

  /** Shows an option's default in the option's unit, unless the description already states it. */
  override optionDescription(option: Option): string {
    const { description, defaultValue, parseArg } = option
    if (Array.isArray(defaultValue) || description.includes('(default: ')) return description
    if (parseArg === parseSeconds && defaultValue !== undefined)
      return `${description} (default: ${defaultValue / 1000})`
    return super.optionDescription(option)
  }

  /** On a narrow terminal the description is below the term. */
  override formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    if (widthOf(this) - termWidth - 4 >= leastRoom) return super.formatItem(term, termWidth, description, helper)
    return `  ${term}\n      ${hanging(description, 6, widthOf(this))}`
  }

  override styleTitle(title: string): string {
    return this.#out.paint('strong', title)
  }

  override styleOptionText(text: string): string {
    return this.#out.paint('name', text)
  }

  override styleArgumentTerm(text: string): string {
    return this.#out.paint('name', text)
  }

  override styleSubcommandText(text: string): string {
    return this.#out.paint('name', text)
  }
}

/** Columns; longer lines are hard to read. */
const widest = 120
const leastRoom = 30

/**
 * Lays out what follows a command's options. Lines at the margin are paragraphs, which are filled. Indented lines stay, with
 * the text after the first gap hanging; commands, which begin with `$`, are never broken, and get a heading.
 */
export function explain(text: string): (about: { readonly command: Command }) => string {
  return ({ command }) => {
    const help = command.createHelp()
    const blocks = text.replaceAll(/^\n+|\n+$/g, '').split(/\n{2,}/)
    const heading = help.styleTitle('Examples:')
    const parts = blocks.map((block) => (isExample(block) ? `${heading}\n${block}` : laidOut(block, help)))
    return `\n${parts.join('\n\n')}`
  }
}

const isExample = (block: string) => /^ +\$ /.test(block)

const laidOut = (block: string, help: Help) => fitted(block.replaceAll(/(?<=\S)\n(?=\S)/g, ' '), widthOf(help))

const widthOf = ({ helpWidth }: Help) => helpWidth ?? usualWidth
