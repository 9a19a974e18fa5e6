import type { ControlContext } from '../../control/context.js'
import { type ListedBot, type ListedUser, type Organisation, organisationOf } from '../../organisation.js'
import { callControl, callService, type Method, type Parameters, Refused } from '../service.js'
import { el, type Options, part, type Shown } from './shown.js'

/** Who looks at a view, and at what in it. */
export interface Question {
  /** The user ID of whoever acts: an owner unless given. */
  readonly as?: number | undefined
  /** What is chosen in the view; `''` for nothing. */
  readonly id: string
  /** What is searched for. */
  readonly query: string
}

/** A question, and those who can answer it: the organisation, and the service as whoever asks sees it. */
export interface Asked extends Question {
  readonly context: ControlContext
  readonly actor: ListedUser | ListedBot
  readonly organisation: Organisation
  readonly accounts: ReadonlyMap<number, ListedUser | ListedBot>
  /** Calls the service as whoever acts; `path` begins below `/api/v1`. @throws {Refused} */
  act<Answer>(method: Method, path: string, parameters?: Parameters): Promise<Answer>
  /** The same as somebody else. @throws {Refused} */
  actAs<Answer>(who: ListedUser | ListedBot, method: Method, path: string, parameters?: Parameters): Promise<Answer>
  /** Calls the control API; `path` begins below `/sim`. @throws {Refused} */
  control<Answer>(method: Method, path: string, body?: unknown): Promise<Answer>
  /** What the service answers to whoever acts, or why it does not. */
  look<Answer>(path: string, parameters?: Parameters): Promise<Looked<Answer>>
  /** The state that a client is given of these types when it registers. */
  registered<State>(types: readonly string[]): Promise<State | undefined>
}

export interface Looked<Answer> {
  readonly answer: Answer | undefined
  readonly problem: string | undefined
}

/** Lets whoever is asked for look at the simulator. @throws {RangeError} where there is nobody of that ID. */
export function askedOf(context: ControlContext, question: Question): Asked {
  const { simulator } = context
  const organisation = organisationOf(simulator)
  const accounts = new Map([...organisation.users, ...organisation.bots].map((one) => [one.user_id, one]))
  const actor =
    question.as === undefined ? organisation.users.find(({ role }) => role === 'owner') : accounts.get(question.as)
  if (actor === undefined) throw new RangeError(`There is nobody with the ID ${question.as} to act as.`)
  const reach = (path: string, init: RequestInit) => simulator.fetch(`${simulator.url}${path}`, init)
  const actAs: Asked['actAs'] = (who, ...call) => callService(reach, who, ...call)
  const act: Asked['act'] = (...call) => actAs(actor, ...call)

  return {
    ...question,
    context,
    actor,
    organisation,
    accounts,
    act,
    actAs,
    control: (...call) => callControl(reach, ...call),
    look: <Answer>(path: string, parameters?: Parameters) =>
      act<Answer>('GET', path, parameters).then(
        (answer) => ({ answer, problem: undefined }),
        (error: unknown) => {
          if (error instanceof Refused) return { answer: undefined, problem: error.message }
          throw error
        },
      ),
    async registered<State>(types: readonly string[]) {
      try {
        const state = await act<State & { queue_id: string }>('POST', '/register', {
          event_types: types,
          fetch_event_types: types,
          include_subscribers: true,
        })
        await act('DELETE', '/events', { queue_id: state.queue_id })
        return state
      } catch (error) {
        if (error instanceof Refused) return undefined
        throw error
      }
    },
  }
}

/** The name of a person or bot. */
export function nameOf({ accounts }: Asked, id: number | null | undefined): string {
  if (id === null || id === undefined) return 'nobody'
  return accounts.get(id)?.full_name ?? `user ${id}`
}

/** Active people and bots to choose from. */
export function accountOptions({ accounts }: Asked): Options {
  return [...accounts.values()]
    .filter(({ is_active }) => is_active)
    .map(({ user_id, full_name }) => [user_id, full_name])
}

/** Day and time of UNIX seconds. */
export function moment(seconds: number | null | undefined): Shown {
  return seconds === null || seconds === undefined ? 'unknown' : part('Moment', { seconds })
}

/** When something was made, and by whom. */
export function created(asked: Asked, seconds: number | null | undefined, creator: number | null | undefined): Shown {
  return seconds ? el('span', '', moment(seconds), creator && ` by ${nameOf(asked, creator)}`) : 'at the start'
}
