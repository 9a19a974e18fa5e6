import { type ComponentChildren, type FunctionComponent, h } from 'preact'
import type { Drawn, Parts, Shown } from '../../views/shown.js'
import { choose } from '../address.js'
import { readout } from '../bar/readout.js'
import { Be, Conversation, Person, Status, StatusForm } from '../chat/people/cardParts.js'
import { Rendered } from '../chat/Rendered.js'
import { copy } from '../takeAway.js'
import { Facts } from '../ui/Facts.js'
import { JsonTree } from '../ui/JsonTree.js'
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
  if (Part === undefined) return h(is, props, inner)
  return h(Part, { ...props, within, draw: (one: Shown) => draw(one, within) }, inner)
}

const parts: { readonly [Name in keyof Parts]: FunctionComponent<Drawing<Parts[Name]>> } = {
  Listing,
  Form: DeedForm,
  Press,
  Tokens,
  Secret,
  Json: JsonTree,
  Part: ({ title, open, children }) => (
    <details class="part" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  ),
  Moment: ({ seconds }) => {
    const { day, time } = readout(seconds * 1000)
    return <>{`${day} ${time.slice(0, 5)}`}</>
  },
  Rendered: ({ html, within }) => <Rendered html={html} state={{ ownId: within.as, emoji: new Map() }} />,
  Facts: ({ facts, draw }) => <Facts facts={facts.map(([name, shown]) => [name, draw(shown)])} />,
  Choice: ({ name, choices }) => (
    <button type="button" onClick={() => choose(choices)}>
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
