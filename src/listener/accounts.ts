import type { Sender } from '../bot/index.js'
import { ApiError, type Client } from '../client/index.js'
import { botTypes, type RealmUserEvent } from '../protocol/index.js'
import { ListenerError } from './errors.js'
import type { OwnAccount } from './notificationOf.js'
import { isMistyped, type Patience, patiently } from './patience.js'

interface AccountsOptions extends Omit<Patience, 'signal' | 'isWaitedFor'> {
  readonly client: Client
  /** The bot's address. */
  readonly email: string
}

export interface SenderAccount extends Sender {
  /** Undefined if the server's answer can't be read. */
  readonly isBot: boolean | undefined
}

/** The bot's own account and the people who write to it. Each is looked up once, and again when the server says that it changed. */
export class Accounts {
  readonly #options: AccountsOptions
  own: OwnAccount
  readonly #others = new Map<number, SenderAccount>()
  #isPersonNoted = false

  constructor(options: AccountsOptions) {
    this.#options = options
    this.own = { user_id: -1, email: options.email, full_name: '' }
  }

  /** Looks the bot's own account up, and forgets the others. @throws {ListenerError} if it can't listen. */
  async renew(signal: AbortSignal): Promise<void> {
    const { client, email, log } = this.#options
    this.#others.clear()
    const me = await patiently(() => client.users.me({}, { signal }), { ...this.#options, signal })
    if (me.is_bot && me.bot_type !== botTypes.generic) throw wrongKind(email, me.bot_type)
    if (!me.is_bot && !this.#isPersonNoted) {
      log.warn({}, 'This is the account of a person: the bot answers in their name')
    }
    this.#isPersonNoted = !me.is_bot
    this.own = me
  }

  async noteChange({ person }: Partial<RealmUserEvent>, signal: AbortSignal): Promise<void> {
    if (person?.user_id === this.own.user_id) return this.renew(signal)
    if (person !== undefined) this.#others.delete(person.user_id)
  }

  /** Undefined for somebody whom the bot may not see, which is a person. */
  async find(id: number, signal: AbortSignal): Promise<SenderAccount | undefined> {
    const known = this.#others.get(id)
    if (known) return known
    const { client } = this.#options
    try {
      const isWaitedFor = (error: unknown) => !isMistyped(error)
      const ask = () => client.users.get({ user_id: id }, { signal })
      const {
        email,
        full_name: name,
        is_bot: isBot,
      } = (await patiently(ask, { ...this.#options, signal, isWaitedFor })).user
      const found = { id, email, name, isBot }
      this.#others.set(id, found)
      return found
    } catch (error) {
      if (!isHidden(error)) throw error
      return error instanceof ApiError ? undefined : { id, email: '', name: `user ${id}`, isBot: undefined }
    }
  }
}

/** Whether the server refuses this request rather than the bot itself. */
export function isHidden(error: unknown): boolean {
  return isMistyped(error) || (error instanceof ApiError && !error.isAuthentication)
}

function wrongKind(email: string, kind: number | null): ListenerError {
  const name =
    kind === botTypes.outgoingWebhook
      ? 'an outgoing webhook, which gets no copies of direct messages'
      : 'not a generic bot'
  return new ListenerError(
    'listener_account',
    email,
    `${email} can't listen: it is ${name}. Create a bot of the kind "Generic bot" for it, or serve this one at an address (\`serve\`).`,
  )
}
