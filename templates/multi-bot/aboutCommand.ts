import { Composer } from 'earshot'

/** A command that every bot here has. */
export function aboutCommand(what: string) {
  return new Composer().command('about', { description: 'Say what this bot is for' }, () => what)
}
