import { createInterface } from 'node:readline'
import { UsageError } from '../shared/usageError.js'
import { type TemplateName, templates } from './templates.js'

export type Questions = ReturnType<typeof askPerson>

/** Asks on a terminal. @throws {UsageError} if the person leaves instead of answering. */
export function askPerson(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
  const lines = createInterface({ input, output })
  // Buffers lines that are typed ahead.
  const typed = lines[Symbol.asyncIterator]()
  let hasLeft = false
  lines.on('SIGINT', () => lines.close())
  lines.on('close', () => {
    hasLeft = true
  })
  const ask = async (question: string) => {
    if (hasLeft) output.write(question)
    else {
      lines.setPrompt(question)
      lines.prompt()
    }
    const { done, value } = await typed.next()
    if (!done) return value.trim()
    throw new UsageError('Nothing was created, because a question was not answered. Give a folder and --template.')
  }
  const names = Object.keys(templates) as TemplateName[]
  return {
    async folder() {
      return (await ask('Folder of the new bot (my-bot): ')) || 'my-bot'
    },
    async template(): Promise<TemplateName> {
      const list = names.map((name, index) => `  ${index + 1}  ${name.padEnd(20)}${templates[name]}\n`)
      output.write(`Templates:\n${list.join('')}`)
      for (;;) {
        const answer = (await ask('Which one (1): ')) || '1'
        const name = names[Number(answer) - 1] ?? names.find((one) => one === answer.toLowerCase())
        if (name !== undefined) return name
        output.write(`There is no template "${answer}". `)
      }
    },
    async install() {
      return /^(y|yes|)$/i.test(await ask('Install its packages now (yes): '))
    },
    close: () => lines.close(),
  }
}
