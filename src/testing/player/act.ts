import { endpoints } from '../../protocol/index.js'
import { attachAs, callAs, messageAs, unreactAs } from '../../simulator/callAs.js'
import type { Simulator } from '../../simulator/index.js'
import { type ChatLog, idOf } from '../../simulator/transcribe/chatLog.js'
import { propagateModes } from '../../simulator/transcribe/observe.js'
import { additionTo, replyOfButton, tickOf, voteFor, withdrawnVote } from '../../simulator/widgetUse.js'
import { type Bindings, fillPlaceholders } from '../../transcript/placeholders.js'
import {
  type Action,
  type CallParameters,
  type Text,
  type ToWidget,
  type TranscriptPlace,
  textAsKept,
} from '../../transcript/transcript.js'

/** An action of a transcript can't be carried out; the message says why. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
}

interface ActContext {
  readonly simulator: Simulator
  readonly log: ChatLog
  readonly bindings: Bindings
}

const changes = { vote: voteFor, unvote: withdrawnVote, tick: tickOf, add: additionTo }

const widgetNames: Readonly<Record<ToWidget['kind'], string>> = {
  press: 'buttons',
  vote: 'a poll',
  unvote: 'a poll',
  tick: 'a list of tasks',
  add: 'a poll or a list of tasks',
}

/** Carries out an action; returns the new bindings. @throws {CannotDo} if it is impossible @throws {Refusal} */
export function act(action: Action, place: TranscriptPlace, { simulator, log, bindings }: ActContext): Bindings {
  if (action.kind === 'effect') return bindings
  const { realm } = simulator
  const caller = realm.account(action.who)
  switch (action.kind) {
    case 'message':
      say(textOf(action.text))
      break
    case 'edit': {
      const content = textOf(action.text)
      callAs(realm, caller, 'messages.edit', { message_id: target(action.which, caller.id), content })
      break
    }
    case 'move': {
      const message_id = target(action.which)
      if (!('channel' in action.to)) throw new CannotDo('messages can only be moved to a topic of a channel')
      const { channel, topic } = action.to
      const isElsewhere = !('channel' in place) || realm.channel(channel).id !== realm.channel(place.channel).id
      const to = { topic, ...(isElsewhere && { stream_id: realm.channel(channel).id }) }
      const propagate_mode = propagateModes[action.scope]
      callAs(realm, caller, 'messages.edit', { message_id, ...to, propagate_mode })
      break
    }
    case 'delete':
      callAs(realm, caller, 'messages.delete', { message_id: target(action.which, caller.id) })
      break
    case 'react':
      callAs(realm, caller, 'reactions.add', { message_id: target(action.which), emoji_name: action.emoji })
      break
    case 'unreact':
      unreactAs(realm, caller, target(action.which), action.emoji)
      break
    case 'press':
    case 'vote':
    case 'unvote':
    case 'tick':
    case 'add': {
      const message = messageAs(realm, caller, widget(action))
      const part = textOf(action.part)
      if (action.kind === 'press') say(replyOfButton(message, part))
      else attachAs(realm, caller, message.id, changes[action.kind](message, part, caller.id))
      break
    }
    case 'upload': {
      const file = new File([`${textOf(action.text)}\n`], action.name, { type: 'text/plain' })
      const { url, uri } = callAs(realm, caller, 'files.upload', { file })
      return new Map([...bindings, [action.name, String(url ?? uri)]])
    }
    case 'call': {
      const name = endpoints.find((endpoint) => endpoint.name === action.endpoint)?.name ?? 'users.me'
      callAs(realm, caller, name, valuesOf(action.parameters))
    }
  }
  return bindings

  function say(text: string): void {
    const others = 'people' in place ? place.people.filter((name) => idOf(realm, name) !== caller.id) : []
    const where = 'people' in place ? { to: others.length > 0 ? others : [caller.id] } : place
    simulator.say(caller.id, where, text)
  }

  /** The ID of the message with the widget. (default: the newest there with such a widget) */
  function widget({ kind, which }: ToWidget): number {
    if (which !== undefined) return target(which)
    const found = log.newestWidget(place, kind)
    if (found !== undefined) return found.id
    throw new CannotDo(`there is no message there with ${widgetNames[kind]}`)
  }

  function textOf(text: Text): string {
    const filled = fillPlaceholders(textAsKept(text), bindings)
    if (filled !== undefined) return filled
    throw new CannotDo('a placeholder in it has no value, since the text above that captures it did not match')
  }

  /** The ID of the target message. (default: the newest there, of `sender` if one is given) */
  function target(which: Text | undefined, sender?: number): number {
    const found = which === undefined ? log.newest(place, sender) : log.meant(place, which, bindings)
    if (found !== undefined) return found.id
    throw new CannotDo(
      which === undefined ? 'there is no message there yet' : `there is no message there that is "${which}"`,
    )
  }

  function valuesOf(parameters: CallParameters): Readonly<Record<string, unknown>> {
    const entries = Object.entries(parameters).map(([name, value]) => {
      if ('json' in value) return [name, value.json]
      const text = textOf(value.text)
      // A placeholder's value is text, but may stand for a number.
      return [name, text !== value.text && /^\d+$/.test(text) ? Number(text) : text]
    })
    return Object.fromEntries(entries)
  }
}
