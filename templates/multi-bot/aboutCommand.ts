import { Commands } from 'earshot'

/** A command that every bot here has. */
export function aboutCommand(what: string) {
  return new Commands().command('about', { description: 'Say what this bot is for' }, () => what)
}
