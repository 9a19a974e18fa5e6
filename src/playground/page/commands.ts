import { type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Something that the palette can do. What has a key is there without being added. */
export interface Command {
  readonly title: string
  readonly group: string
  run(): void
}

type Source = () => readonly Command[]

const sources = signal<readonly Source[]>([])

/** Where the palette looks when it is opened. */
export const commandSources: ReadonlySignal<readonly Source[]> = sources

/** Adds commands, made when the palette is opened, and gives back how to take them away. */
export function addCommands(source: Source): () => void {
  sources.value = [...sources.value, source]
  return () => {
    sources.value = sources.value.filter((one) => one !== source)
  }
}

/** Commands that are there while a component is shown. */
export function useCommands(source: Source, when: readonly unknown[] = []): void {
  useEffect(() => addCommands(source), when)
}
