import type { Simulator } from '../../simulator/index.js'
import type { Aliases } from './aliases.js'
import type { FoundMessage } from './found.js'

/** The simulator in which a recording is replayed. */
export interface Stage {
  readonly simulator: Simulator
  readonly aliases: Aliases
  /** The bot's ID in the simulator. */
  readonly bot: number
}

/** Says a message in the simulator; returns its ID there. @throws {Refusal} @throws {RangeError} */
export function sayAgain({ simulator, aliases }: Stage, { id, sender, content, to }: FoundMessage): number {
  const who = (recorded: number) => aliases.idOf('user', recorded) ?? recorded
  const others = 'people' in to ? to.people.filter((one) => one !== sender) : []
  const where =
    'people' in to
      ? { to: (others.length === 0 ? to.people : others).map(who) }
      : {
          channel: simulator.realm.channel(aliases.idOf('stream', to.channel) ?? to.channel).name,
          topic: aliases.text(to.topic),
        }
  const now = simulator.say(who(sender), where, aliases.text(content))
  aliases.learn('message', id, now)
  return now
}
