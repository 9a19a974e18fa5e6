import { createInterface } from 'node:readline'
import { UsageError } from '../shared/usageError.js'
import { type TemplateName, templates } from './templates.js'

/** What a person may be asked for, where nothing was said about it. */
export interface Questions {
  folder(): Promise<string>
  template(): Promise<TemplateName>
  install(): Promise<boolean>
  close(): void
}

/** Asks on a terminal. @throws {UsageError} when the person leaves instead of answering. */
export function askPerson(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Questions {
  const lines = createInterface({ input, output })
  /** Lines that were typed ahead, and what waits for the next one. */
  const typed: string[] = []
  let take: ((line: string | undefined) => void) | undefined
  let hasLeft = false
  lines.on('line', (line) => (take === undefined ? typed.push(line) : take(line)))
  lines.on('SIGINT', () => lines.close())
  lines.on('close', () => {
    hasLeft = true
    take?.(undefined)
  })
  const nextLine = () =>
    new Promise<string | undefined>((resolve) => {
      take = resolve
    })
  const ask = async (question: string) => {
    if (hasLeft) output.write(question)
    else {
      lines.setPrompt(question)
      lines.prompt()
    }
    const line = typed.shift() ?? (hasLeft ? undefined : await nextLine())
    take = undefined
    if (line !== undefined) return line.trim()
    throw new UsageError('Nothing was created, because the questions were not answered. Give a folder and --template.')
  }
  const names = Object.keys(templates) as TemplateName[]
  return {
    async folder() {
      return (await ask('Folder of the new bot (my-bot): ')) || 'my-bot'
    },
    async template() {
      const list = names.map((name, index) => `  ${index + 1}  ${name.padEnd(20)}${templates[name]}\n`)
      output.write(`Templates:\n${list.join('')}`)
      for (;;) {
        const answer = (await ask('Which one (1): ')) || '1'
        const name = names[Number(answer) - 1] ?? names.find((one) => one === answer.toLowerCase())
        if (name !== undefined) return name
        output.write(`"${answer}" is none of them. `)
      }
    },
    async install() {
      return /^(y|yes|)$/i.test(await ask('Install its packages now (yes): '))
    },
    close: () => lines.close(),
  }
}
