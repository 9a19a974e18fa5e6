import { ValidationError } from '@chat-adapter/shared'
import { type CardChild, type CardElement, cardChildToFallbackText, parseMarkdown } from 'chat'
import { md } from '../text/index.js'
import { replacePlaceholders, writeMarkdown } from './markdown/write.js'

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

/** @throws {ValidationError} for more actions than people can choose from. */
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
    const problem = `A card has ${actions.length} buttons and options. Give at most ${mostActions}, or ask for a typed answer.`
    throw new ValidationError('zulip', problem)
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

function writeChild(child: CardChild): string {
  switch (child.type) {
    case 'text': {
      const text = writeMarkdown(parseMarkdown(child.content))
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
    default:
      return writeMarkdown(parseMarkdown(cardChildToFallbackText(child) ?? ''))
  }
}

/** On one line, since a mark ends with its paragraph. */
const bold = (text: string) => `**${replacePlaceholders(md.escapeInline(text.replace(/\s+/g, ' ').trim()))}**`

function actionsIn(child: CardChild): CardAction[] {
  if (child.type === 'section') return child.children.flatMap(actionsIn)
  if (child.type !== 'actions') return []
  return child.children.flatMap((one): CardAction[] => {
    if (one.type === 'link-button') return []
    if (one.type !== 'button') return one.options.map(({ label, value }) => ({ label, actionId: one.id, value }))
    if (one.disabled === true) return []
    return [{ label: one.label, actionId: one.id, ...(one.value !== undefined && { value: one.value }) }]
  })
}

function selectLabels(child: CardChild): string[] {
  if (child.type === 'section') return child.children.flatMap(selectLabels)
  if (child.type !== 'actions') return []
  return child.children.flatMap((one) => (one.type === 'select' || one.type === 'radio_select' ? [one.label] : []))
}
