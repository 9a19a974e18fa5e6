import { ValidationError } from '@chat-adapter/shared'
import {
  type CardChild,
  type CardElement,
  cardChildToFallbackText,
  type RadioSelectElement,
  type SelectElement,
} from 'chat'
import { md } from '../text/index.js'
import { convertMarkdown } from './markdown/growing.js'
import { replacePlaceholders } from './markdown/write.js'

/** A card as Markdown, and the actions that somebody can choose. */
export interface WrittenCard {
  readonly text: string
  /** Above the actions. */
  readonly heading: string
  readonly actions: readonly CardAction[]
}

/** A button, or an option of a select. */
export interface CardAction {
  readonly label: string
  readonly actionId: string
  readonly value?: string
}

/** @throws {ValidationError} for more actions than people can choose from, and for what no card can contain. */
export function writeCard(card: CardElement): WrittenCard {
  const { title, subtitle, imageUrl, children } = card
  const blocks = [
    title ? bold(title) : '',
    subtitle ? replacePlaceholders(md.escape(subtitle)) : '',
    imageUrl ? md.link('image', imageUrl) : '',
    ...children.map(writeChild),
  ]
  const actions = children.flatMap(actionsIn)
  if (actions.length > mostActions) {
    const problem = `has ${actions.length} buttons and options. Give at most ${mostActions}, or ask for a typed answer.`
    throw invalid(problem)
  }
  const labels = children.flatMap(selectLabels)
  return {
    text: blocks.filter((block) => block.trim() !== '').join('\n\n'),
    heading: labels.join(', ') || title || 'Choose:',
    actions,
  }
}

/** Anything larger fills the screen with buttons. */
const mostActions = 50

const invalid = (problem: string) => new ValidationError('zulip', `A card ${problem}`)

function writeChild(child: CardChild): string {
  switch (child.type) {
    case 'text': {
      const text = convertMarkdown(child.content)
      const mark = child.style === 'bold' ? '**' : child.style === 'muted' ? '*' : ''
      return mark !== '' && !text.includes('\n') && !text.includes('*') ? `${mark}${text}${mark}` : text
    }
    case 'image':
      return md.link(child.alt || 'image', child.url)
    case 'divider':
      return '---'
    case 'section':
      return child.children
        .map(writeChild)
        .filter((block) => block !== '')
        .join('\n\n')
    case 'fields':
      return child.children
        .map(({ label, value }) => `${bold(label)}: ${replacePlaceholders(md.escape(value))}`)
        .join('\n')
    case 'link':
      return md.link(replacePlaceholders(child.label), child.url)
    case 'table':
      return replacePlaceholders(md.table(child.headers, child.rows))
    case 'actions':
      return child.children
        .flatMap((one) => {
          if (one.type === 'link-button') return [md.link(replacePlaceholders(one.label), one.url)]
          return one.type === 'button' && one.disabled === true
            ? [`~~${replacePlaceholders(md.escape(one.label))}~~`]
            : []
        })
        .join(' · ')
    default: {
      const { type } = child
      const text = cardChildToFallbackText(child)
      if (text === null) throw invalid(`can't contain ${JSON.stringify(type)}. Put what is in it into the card itself.`)
      return convertMarkdown(text)
    }
  }
}

/** On one line, since a mark ends with its paragraph. */
const bold = (text: string) => `**${replacePlaceholders(md.escapeInline(text.replace(/\s+/g, ' ').trim()))}**`

function actionsIn(child: CardChild): CardAction[] {
  if (child.type === 'section') return child.children.flatMap(actionsIn)
  if (child.type !== 'actions') return []
  return child.children.flatMap((one): CardAction[] => {
    if (one.type === 'link-button') return []
    if (one.type !== 'button') return optionsOf(one).map(({ label, value }) => ({ label, actionId: one.id, value }))
    if (one.disabled === true) return []
    return [{ label: one.label, actionId: one.id, ...(one.value !== undefined && { value: one.value }) }]
  })
}

/** Those of a select that loads its options as somebody types aren't known. */
function optionsOf({ type, options }: SelectElement | RadioSelectElement) {
  if (Array.isArray(options)) return options
  throw invalid(`can't contain ${JSON.stringify(type)}. Give a select with its options, or ask for a typed answer.`)
}

function selectLabels(child: CardChild): string[] {
  if (child.type === 'section') return child.children.flatMap(selectLabels)
  if (child.type !== 'actions') return []
  return child.children.flatMap((one) => (one.type === 'select' || one.type === 'radio_select' ? [one.label] : []))
}
