import { defaultKeymap, history, historyKeymap, selectAll } from '@codemirror/commands'
import { jsonLanguage } from '@codemirror/lang-json'
import {
  codeFolding,
  ensureSyntaxTree,
  foldEffect,
  foldGutter,
  foldKeymap,
  type Language,
  StreamLanguage,
  type StreamParser,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language'
import { diff } from '@codemirror/legacy-modes/mode/diff'
import { javascript, typescript } from '@codemirror/legacy-modes/mode/javascript'
import { python } from '@codemirror/legacy-modes/mode/python'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import { presentableDiff } from '@codemirror/merge'
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { StyleModule } from 'style-mod'

// This file is loaded when the first code is shown. It imports nothing of the page, so that it stays in one piece.

// The page's policy allows no `<style>`, which CodeMirror uses but for shadow trees: those adopt a sheet, and the page can.
const shadow = document.createElement('div').attachShadow({ mode: 'open' })
StyleModule.mount(shadow, [])
for (const key of Object.getOwnPropertySymbols(shadow)) Object.assign(document, { [key]: Reflect.get(shadow, key) })

const colours = tagHighlighter([
  { tag: [tags.keyword, tags.propertyName, tags.heading], class: 'code-key' },
  { tag: [tags.string, tags.regexp, tags.link], class: 'code-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'code-number' },
  { tag: [tags.comment, tags.meta], class: 'code-comment' },
  { tag: [tags.punctuation, tags.operator], class: 'code-quiet' },
  { tag: tags.inserted, class: 'code-added' },
  { tag: tags.deleted, class: 'code-removed' },
])

const stream = (parser: StreamParser<unknown>, tokenTable = {}) => StreamLanguage.define({ ...parser, tokenTable })
// In programs, the names of properties are as many as all other words.
const ofPrograms = { property: tags.variableName }

function transcriptToken(line: StringStream): string | null {
  const kind = !line.sol()
    ? null
    : line.match(/^\s*#/, false)
      ? 'comment'
      : line.match(/^[^:]+:/)
        ? 'propertyName'
        : null
  if (kind !== 'propertyName') line.skipToEnd()
  return kind
}

/** The languages, by the names that people give them. */
const languages: readonly (readonly [names: RegExp, language: Language])[] = [
  [/^json$/i, jsonLanguage],
  [/^(?:javascript|jsx?|[cm]js|json5)$/i, stream(javascript, ofPrograms)],
  [/^(?:typescript|tsx?)$/i, stream(typescript, ofPrograms)],
  [/^(?:python3?|py)$/i, stream(python, ofPrograms)],
  [/^(?:bash|sh|shell|zsh|console|bash session)$/i, stream(shell)],
  // Its keys are atoms to the parser.
  [/^ya?ml$/i, stream(yaml, { atom: tags.propertyName, keyword: tags.atom })],
  [/^(?:diff|patch)$/i, stream(diff)],
  // A transcript: who says it, then what.
  [/^chat$/, StreamLanguage.define({ token: transcriptToken })],
]

const languageOf = (name: string) => languages.find(([names]) => names.test(name))?.[1]

/** Code as coloured nodes; undefined for an unknown language. */
export function coloured(text: string, language: string): DocumentFragment | undefined {
  const known = languageOf(language)
  if (known === undefined) return undefined
  const fragment = document.createDocumentFragment()
  const put = (code: string, name: string) => {
    const span = document.createElement('span')
    span.className = name
    span.textContent = code
    fragment.append(name === '' ? code : span)
  }
  highlightCode(text, known.parser.parse(text), colours, put, () => put('\n', ''))
  return fragment
}

export interface Shown {
  readonly text: string
  readonly language: string
  readonly label: string
  readonly wraps: boolean
}

/** Shows code that can be read, folded and copied, not edited. */
export function show(parent: Element, { text, language, label, wraps }: Shown): EditorView {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      ...both(language, { 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      wrapping.of(wraps ? EditorView.lineWrapping : []),
      text.includes('\n') ? [lineNumbers(), codeFolding(), foldGutter()] : [],
      // The other keys scroll.
      keymap.of([{ key: 'Mod-a', run: selectAll }, ...foldKeymap]),
    ],
  })
  foldDeep(view)
  return view
}

/** Of what was and is, the texts: every second one differs. None does where most would. */
export function differenceOf(before: string | undefined, after: string | undefined) {
  const [del, ins] = [before, after].map((text) => text?.slice(0, mostCompared))
  const changes = del === undefined || ins === undefined ? [] : presentableDiff(del, ins, { timeout: 50 })
  const share = (sum: number, { fromA, toA, fromB, toB }: (typeof changes)[number]) => sum + toA - fromA + toB - fromB
  const isMarked = changes.reduce(share, 0) < 0.4 * ((del?.length ?? 0) + (ins?.length ?? 0))
  const cut = (text: string | undefined, bounds: readonly number[]) =>
    text === undefined ? undefined : [0, ...bounds].map((from, at) => text.slice(from, bounds[at]))
  return {
    del: cut(del, isMarked ? changes.flatMap(({ fromA, toA }) => [fromA, toA]) : []),
    ins: cut(ins, isMarked ? changes.flatMap(({ fromB, toB }) => [fromB, toB]) : []),
  }
}

/** Characters. */
const mostCompared = 5_000
const wrapping = new Compartment()

/** Wraps long lines, or lets them be scrolled. */
export const wrap = (view: EditorView, wraps: boolean): void =>
  view.dispatch({ effects: wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) })

const both = (language: string, attributes: Record<string, string>): readonly Extension[] => [
  languageOf(language) ?? [],
  syntaxHighlighting(colours),
  EditorView.contentAttributes.of(attributes),
]

/** Documents of fewer lines are shown whole. */
const foldedFrom = 60

/** Folds what is in the third level of a long JSON document. */
function foldDeep({ state, dispatch }: EditorView): void {
  if (state.doc.lines < foldedFrom) return
  const effects: StateEffect<unknown>[] = []
  let depth = 0
  ensureSyntaxTree(state, Math.min(state.doc.length, 200_000), 200)?.iterate({
    enter({ name, from, to }) {
      if (!/^(?:Object|Array)$/.test(name)) return
      depth += 1
      const isLong = state.doc.lineAt(from).to < to
      if (depth === 3 && isLong) effects.push(foldEffect.of({ from: from + 1, to: to - 1 }))
    },
    leave({ name }) {
      if (/^(?:Object|Array)$/.test(name)) depth -= 1
    },
  })
  dispatch({ effects })
}

export interface Edited {
  readonly text: string
  readonly language: string
  /** Of the field, such as `aria-label`. */
  readonly attributes: Record<string, string>
  onText(text: string): void
}

/** An editor. Tab leaves it. */
export function edit(parent: Element, { text, language, attributes, onText }: Edited): EditorView {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      ...both(language, { ...attributes, tabindex: '0' }),
      marks,
      history(),
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      [lineNumbers(), codeFolding(), foldGutter()],
      // The page has a use for the combination with Enter.
      keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap, ...foldKeymap]),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && onText(state.doc.toString())),
    ],
  })
}

/** Where a browser types over coloured text itself, it keeps the colour by a style, which the page's policy forbids. */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const selection = document.getSelection()
  if (event.inputType !== 'insertText' || event.data === null || selection?.type !== 'Range') return false
  // The editor hears later of what was just selected.
  const range = selection.getRangeAt(0)
  event.preventDefault()
  const from = view.posAtDOM(range.startContainer, range.startOffset)
  const to = view.posAtDOM(range.endContainer, range.endOffset)
  view.dispatch({
    ...{ changes: { from, to, insert: event.data }, selection: { anchor: from + event.data.length } },
    ...{ scrollIntoView: true, userEvent: 'input.type' },
  })
  return true
}

export interface MarkedLine {
  readonly line: number
  readonly class: string
}

const setMarks = StateEffect.define<readonly MarkedLine[]>()

const marks = StateField.define({
  create: () => Decoration.none,
  update(known, { changes, effects, newDoc }) {
    const marked = effects.find((effect) => effect.is(setMarks))?.value as readonly MarkedLine[] | undefined
    if (marked === undefined) return known.map(changes)
    const lines = marked.filter(({ line }) => line <= newDoc.lines)
    return Decoration.set(
      lines.map((one) => Decoration.line({ class: one.class }).range(newDoc.line(one.line).from)),
      true,
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks lines of an editor, and none but those. */
export const markLines = (view: EditorView, lines: readonly MarkedLine[]): void =>
  view.dispatch({ effects: setMarks.of(lines) })

/** Puts the cursor at a place, both of whose numbers count from 1. */
export function putCursor(
  view: EditorView,
  { line, column }: { readonly line: number; readonly column: number },
): void {
  const { doc } = view.state
  const { from, to } = doc.line(Math.min(line, doc.lines))
  view.focus()
  view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true })
}
