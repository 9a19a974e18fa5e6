/** What waits for its time, told apart by `what`; as data, from which whoever shows it makes a sentence. */
export type Cause =
  | { readonly what: 'scheduled message'; readonly id: number }
  | { readonly what: 'unused upload'; readonly id: number }
  /** A queue of events is forgotten unless its client asks again. */
  | { readonly what: 'event queue'; readonly user: number; readonly id: string }
  /** A client that waits for events hears that the connection lives. */
  | { readonly what: 'heartbeat'; readonly user: number; readonly id: string }
  /** A delivery that a fault keeps waiting is posted. */
  | { readonly what: 'delivery'; readonly id: number }
  /** A bot that has not answered a delivery is given up. */
  | { readonly what: 'deadline'; readonly id: number }
  /** A call that a fault keeps waiting goes on. */
  | { readonly what: 'call'; readonly endpoint: string }
