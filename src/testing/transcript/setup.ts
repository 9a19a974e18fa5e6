import { newestFeatureLevel } from '../../protocol/index.js'
import { bakery, type OrganisationSeed, type SimulatorOptions, virtualClock } from '../../simulator/index.js'
import { contains, type LevelRange } from '../../transcript/transcript.js'
import type { TestBotOptions, Tested } from '../chat.js'
import type { TranscriptSettings } from './settings.js'

/** How a transcript is run. */
export interface TranscriptOptions {
  /** The bot; better a function that makes one, so that each run and each restart begins with a new one. */
  readonly bot: Tested
  /** The transcript's name in messages (default: `transcript`). */
  readonly file?: string
  /** The server's version (default: that of the environment, or else the newest that the transcript is for). */
  readonly level?: number
  /** The bot's account, if the transcript doesn't name it (default: `Echo`). */
  readonly account?: string
  /** The organisation, for a transcript that names no file (default: the bakery). */
  readonly organisation?: OrganisationSeed
  readonly simulator?: Omit<SimulatorOptions, 'organisation' | 'featureLevel' | 'clock'>
  readonly receiver?: TestBotOptions['receiver']
}

/** The organisation that a transcript is played in: the bot has the account, role and owner that it says. */
export function organisationFor(
  settings: TranscriptSettings,
  { organisation = bakery, account = 'Echo' }: Pick<TranscriptOptions, 'organisation' | 'account'>,
): OrganisationSeed {
  const { bot: name = account, role, owner } = settings
  const known = organisation.bots.find(({ full_name, email }) => [full_name, email].some((one) => isSame(one, name)))
  if (known === undefined && settings.bot === undefined) return organisation
  const ownerId =
    owner === undefined ? undefined : organisation.users.find(({ full_name }) => isSame(full_name, owner))?.user_id
  const bot = {
    ...(known ?? {
      user_id: Math.max(0, ...[...organisation.users, ...organisation.bots].map(({ user_id }) => user_id)) + 1,
      full_name: name,
      email: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-bot@example.com`,
      type: 'outgoing webhook' as const,
      owner_id: organisation.users.find((user) => user.role === 'owner')?.user_id ?? null,
    }),
    ...(role !== undefined && { role }),
    ...(ownerId !== undefined && { owner_id: ownerId }),
  }
  return { ...organisation, bots: [...organisation.bots.filter((one) => one !== known), bot] }
}

/** How the bot is started. */
export function testBotOptions(
  settings: TranscriptSettings,
  organisation: OrganisationSeed,
  { account = 'Echo', level, simulator, receiver }: TranscriptOptions,
): TestBotOptions {
  const { bot = account, owner, seed, start, levels } = settings
  const featureLevel = level ?? levelWithout(levels)
  return {
    account: bot,
    withOwner: owner !== undefined,
    ...(featureLevel !== undefined && { featureLevel }),
    ...(receiver && { receiver }),
    simulator: {
      ...simulator,
      organisation,
      ...(seed !== undefined && { randomSeed: seed }),
      ...(start !== undefined && { clock: virtualClock(start) }),
    },
  }
}

/** The level if none is given; undefined leaves it to the environment, which leaves it to the newest. */
function levelWithout(levels: LevelRange): number | undefined {
  const wanted = levelOfEnvironment()
  if (wanted !== undefined || contains(levels, newestFeatureLevel)) return undefined
  return (levels.below ?? newestFeatureLevel + 1) - 1
}

/** The level that the environment asks for. */
export function levelOfEnvironment(): number | undefined {
  const text = process.env.EARSHOT_FEATURE_LEVEL?.trim()
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
