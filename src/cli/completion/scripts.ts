import type { Command } from 'commander'
import { bashScript } from './bash.js'
import { fishScript } from './fish.js'
import { type Words, wordsOf } from './words.js'
import { zshScript } from './zsh.js'

/** The script by which a shell completes a program's commands; `''` for a shell that is not known. */
export function scriptFor(shell: string, program: Command): string {
  return scripts[shell]?.(wordsOf(program)) ?? ''
}

const scripts: Readonly<Record<string, (words: Words) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
