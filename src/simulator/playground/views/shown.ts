/** What is to be seen and done, as data: a view of the simulator says it, and the page draws it. */
export type Shown = string | number | boolean | null | undefined | readonly Shown[] | Drawn

/** An element of HTML, or a part of the page, with what stands in it. */
export interface Drawn {
  readonly is: string
  readonly of?: Shown
  readonly [attribute: string]: unknown
}

/** The parts of which the page has more than an element of HTML. */
export interface Parts {
  Listing: Listing
  Form: FormShown
  Press: Press
  Tokens: Tokens
  Secret: Secret
  /** A button that takes a text away. */
  Copy: { readonly what: string; readonly text: string }
  Json: { readonly value: unknown }
  /** What was sent: as a tree where it is JSON, and as it is. */
  Payload: { readonly text: string; readonly label: string; readonly key?: string | number }
  /** A number that is a choice of the page's address. */
  Number: { readonly label: string; readonly value: number | string; readonly choice: string }
  /** Day and time of UNIX seconds, where the reader is; the time to the millisecond, or all of it. */
  Moment: { readonly seconds: number; readonly shows?: 'time' | 'all' }
  /** How long it is until UNIX milliseconds by the simulator's clock. */
  Wait: { readonly due: number }
  /** HTML of the service. */
  Rendered: { readonly html: string }
  /** Makes choices of the page's address. */
  Choice: { readonly name: string; readonly choices: Readonly<Record<string, string>>; readonly look?: string }
  /** Leads to what there is of somebody. */
  Person: { readonly id: number; readonly name: string }
  /** Leads to a conversation, as whoever looks; the place is as in the page's address. */
  Conversation: { readonly name: Shown; readonly place: string; readonly look: string }
  /** Lets the reader be somebody else. */
  Be: { readonly id: number; readonly name: string }
  /** Somebody's status, as the service tells it. */
  Status: { readonly status: Readonly<Record<string, unknown>> }
  /** Sets a status, by user ID. */
  StatusForm: { readonly whose: number | 'me' }
}

export type Fact = readonly [name: string, shown: Shown]

/** Facts, and nothing in the place of one that there is not. */
export type Facts = readonly (Fact | undefined)[]

/** One of several sides of a thing. */
export interface InspectedTab {
  readonly id: string
  readonly title: string
  /** A count or the like behind the title. */
  readonly note?: string | undefined
}

/** One thing, and the side of it that is looked at. */
export interface Inspected {
  readonly title: Shown
  /** Who, when and the like, in small. */
  readonly line: Shown
  /** Sentences of the faults that struck it. */
  readonly faults: readonly string[]
  readonly tabs: readonly InspectedTab[]
  /** Which of them is shown. */
  readonly tab: string
  readonly content: Shown
}

/** Rows that are searched, and what is known of the one that is chosen, or a form for a new one. */
export interface Listing {
  /** What the rows are, in one word. */
  readonly title: string
  /** What is written in the empty search field. */
  readonly hint: string
  readonly problems: readonly string[]
  /** What is said where there are no rows. */
  readonly empty: Shown
  readonly total: number
  readonly columns: readonly ListingColumn[]
  readonly rows: readonly ListingRow[]
  /** What is done to put the rows in another order, where their order counts. */
  readonly order: string | undefined
  /** Below rows whose order counts. */
  readonly below: Shown
  /** On the button that leads to a new one. */
  readonly add: string
  /** The ID of the row that is chosen; `''` for none. */
  readonly chosen: string
  readonly heading: Shown
  readonly detail: Shown
}

/** Widths as in `grid-template-columns`; those for wide pages only there. */
export type ListingColumn = readonly [title: string, width: string, isForWide: boolean]

export interface ListingRow {
  readonly id: string
  /** In words, where rows are put in order. */
  readonly name: string
  readonly cells: readonly Shown[]
}

/** Values with what is shown for them. */
export type Options = readonly (readonly [value: string | number, shown: string])[]

/** Something that is filled in. */
export interface Field {
  readonly label: string
  /**
   * A line of text unless said otherwise. A choice of nothing is null, `several` are numbers, `lines` one text each, a
   * time UNIX seconds.
   */
  readonly kind?: 'text' | 'long' | 'code' | 'lines' | 'check' | 'choice' | 'several' | 'time' | 'file'
  readonly hint?: string
  readonly initial?: string | readonly string[] | boolean | undefined
  readonly options?: Options
  /** A pattern of what messages of the service are about it, beyond those that name it. */
  readonly about?: string
  readonly accept?: string
  /** Has the focus in a dialogue that opens. */
  readonly autofocus?: boolean
}

/** What is filled in, by the names of parameters, so that what the service says of one finds it; or only its label. */
export type FormFields = Readonly<Record<string, string | Field>>

export type Given = Record<string, unknown>

export interface FormShown {
  /** What the form does, for those who don't see it. */
  readonly title: string
  readonly fields: FormFields
  /** On its button. */
  readonly submit?: string
  readonly isSerious?: boolean
  /** For something new: all that is filled in is given, and the fields are empty afterwards. */
  readonly isNew?: boolean
  /** What is done with it. */
  readonly deed: string
  /** Goes with what was changed. */
  readonly given?: Given
  /** What is done while it is filled in. */
  readonly check?: string
  /** Has no button: what comes of the check is shown. */
  readonly isLive?: boolean
  /** For files: where in the service they go, with the names of other fields in braces. */
  readonly upload?: string
}

/** A button that does something. */
export interface Press {
  readonly name: string
  readonly deed: string
  readonly given?: Given
  readonly tone?: 'main' | 'serious' | 'quiet serious' | 'quiet'
  readonly isPressed?: boolean
  /** What it does, for those who don't see where it stands. */
  readonly label?: string
}

/** A set of things by name, each of which can be taken out, and a choice of those that can be put in. */
export interface Tokens {
  readonly title: string
  readonly empty: string
  readonly those: Options
  /** What can be put in. */
  readonly options: Options
  readonly isEditable: boolean
  /** Is given the `id` of one, and whether it `isIn` from now on. */
  readonly deed: string
}

/** A key or token: masked until it is asked for. */
export interface Secret {
  readonly what: string
  readonly value: string
}

/** What comes of something that was done in a view. */
export interface Outcome {
  /** That it is done. */
  readonly said?: string
  /** What takes it back. */
  readonly back?: { readonly deed: string; readonly given?: Given }
  /** Choices of the page's address from now on. */
  readonly choose?: Readonly<Record<string, string>>
  /** Shown beside what was pressed. */
  readonly shown?: Shown
  /** It is not done yet: it is to be done again with this. */
  readonly again?: Given
  /** Said at fields of a form that is being filled in. */
  readonly early?: Readonly<Record<string, string>>
  /** What the form that is being filled in asks for now. */
  readonly fields?: FormFields
  /** The service said no. */
  readonly refused?: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly answer: unknown
  }
}

/** An element of HTML. */
export const el = (
  is: string,
  attributes: string | Readonly<Record<string, unknown>>,
  ...of: readonly Shown[]
): Drawn => ({
  is,
  ...(typeof attributes === 'string' ? { class: attributes } : attributes),
  of,
})

/** A part of the page. */
export const part = <Name extends keyof Parts>(is: Name, props: Parts[Name], ...of: readonly Shown[]): Drawn => ({
  is,
  ...props,
  ...(of.length > 0 && { of }),
})

/** A word to be seen at a glance. */
export const chip = (word: Shown, tone: '' | 'good' | 'warn' | 'bad' = ''): Drawn => el('span', `chip ${tone}`, word)

/** A name, and behind it what is out of the ordinary. */
export const named = (name: Shown, ...marks: readonly (string | false | undefined)[]): Shown => [
  name,
  ' ',
  marks.map((mark) => mark && chip(mark, mark === 'deleted' ? 'bad' : '')),
]

/** In small print. */
export const small = (...text: readonly Shown[]): Drawn => el('p', 'small quiet-text', ...text)

export const quiet = (...text: readonly Shown[]): Drawn => el('span', 'quiet-text', ...text)

export const code = (text: Shown, look = ''): Drawn => el('code', look, text)

export const buttons = (...of: readonly Shown[]): Drawn => el('div', 'buttons', ...of)

/** What is opened when it is needed. */
export const fold = (title: string, open: boolean, ...of: readonly Shown[]): Drawn =>
  el('details', { class: 'part', open }, el('summary', '', title), ...of)

/** Names with what they stand for. */
export const factsOf = (facts: Facts, kind = ''): Drawn =>
  el(
    'dl',
    `facts ${kind}`,
    facts.map((fact) => fact && el('div', { key: fact[0] }, el('dt', '', fact[0]), el('dd', '', fact[1]))),
  )
