import { createInterface } from 'node:readline/promises'
import { UsageError } from '../shared/usageError.js'
import { type TemplateName, templates } from './template.js'

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
  const left = new AbortController()
  lines.on('SIGINT', () => left.abort())
  lines.on('close', () => left.abort())
  const ask = async (question: string) => {
    try {
      return (await lines.question(question, { signal: left.signal })).trim()
    } catch {
      throw new UsageError('Nothing was made, since the questions were not answered. Give a folder and --template.')
    }
  }
  const names = Object.keys(templates) as TemplateName[]
  return {
    async folder() {
      return (await ask('Folder of the new bot (my-bot): ')) || 'my-bot'
    },
    async template() {
      const list = names.map((name, index) => `  ${index + 1}  ${name.padEnd(14)}${templates[name]}\n`)
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
