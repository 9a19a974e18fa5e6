import type { ComponentChildren, FunctionComponent } from 'preact'
import { dayAndTimeText } from '../../timeText.js'
import type { Drawn, Parts, Shown } from '../../views/shown.js'
import { choose } from '../address.js'
import { clock } from '../bar/live.js'
import { waitText } from '../bar/readout.js'
import { Be, Conversation, Person, Status, StatusForm } from '../chat/people/cardParts.js'
import { Rendered } from '../chat/Rendered.js'
import { copy } from '../takeAway.js'
import { JsonTree } from '../ui/JsonTree.js'
import { Payload } from '../ui/Payload.js'
import { DeedForm } from './DeedForm.js'
import { Listing } from './Listing.js'
import { Press } from './Press.js'
import { Secret } from './Secret.js'
import { Tokens } from './Tokens.js'
import type { Drawing, Within } from './within.js'

/** Draws what a view shows. */
export function draw(shown: Shown, within: Within): ComponentChildren {
  if (Array.isArray(shown)) return shown.map((one) => draw(one, within))
  if (typeof shown !== 'object' || shown === null) return shown as ComponentChildren
  const { is, of, ...props } = shown as Drawn
  const inner = draw(of, within)
  const Part = parts[is as keyof Parts] as FunctionComponent<Drawing<unknown>> | undefined
  if (Part !== undefined) {
    return (
      <Part {...props} within={within} draw={(one) => draw(one, within)}>
        {inner}
      </Part>
    )
  }
  const Element = is as 'div'
  return <Element {...props}>{inner}</Element>
}

const parts: { readonly [Name in keyof Parts]: FunctionComponent<Drawing<Parts[Name]>> } = {
  Listing,
  Form: DeedForm,
  Press,
  Tokens,
  Secret,
  Json: JsonTree,
  Payload,
  Number: ({ label, value, choice }) => (
    <label class="inline">
      {label}{' '}
      <input
        type="number"
        min="1"
        class="short"
        value={value}
        onChange={({ currentTarget }) => choose({ [choice]: currentTarget.value })}
      />
    </label>
  ),
  Moment: ({ seconds, shows }) => {
    const text = dayAndTimeText(seconds * 1000)
    return <>{shows === 'time' ? text.slice(11) : shows ? text : text.slice(0, 16)}</>
  },
  Wait: ({ due }) => <strong>{waitText(due - (clock.value?.time ?? due))}</strong>,
  Rendered: ({ html, within }) => <Rendered html={html} state={{ ownId: within.as ?? 0, emoji: new Map() }} />,
  Choice: ({ name, choices, look }) => (
    <button type="button" class={look} onClick={() => choose(choices)}>
      {name}
    </button>
  ),
  Person,
  Conversation,
  Be,
  Status,
  StatusForm,
  Copy: ({ what, text }) => (
    <button type="button" class="quiet" onClick={() => copy(what, () => text)}>
      Copy
    </button>
  ),
}
