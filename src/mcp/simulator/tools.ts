import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import * as z from 'zod'
import { EarshotError } from '../../errors.js'
import { matrix, matrixTable } from '../../testing/index.js'
import { commandRun } from '../../testing/matrix/command.js'
import { transcriptsIn } from '../../testing/player/files.js'
import { withoutUndefined } from '../../values.js'
import { type BoundTool, type McpCall, toolsFor } from '../tool.js'
import { exploreShape, level, startShape, transcriptShape, way } from './arguments.js'
import { chatTools } from './chatTools.js'
import { longRuns } from './longRuns.js'
import { type BotWorker, notStarted } from './worker.js'

export interface SimulatorToolsOptions {
  /** The default bot file. */
  readonly file: string | undefined
  /** Opens a worker with a time limit for each call. */
  openWorker(milliseconds: number): BotWorker
}

/** Shared by the tools of one client. */
interface Session extends SimulatorToolsOptions {
  /** Runs the bot that was started last. */
  worker: BotWorker | undefined
  /** Runs one piece of work at a time. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
}

interface Context {
  readonly session: Session
  readonly call: McpCall
}

const running = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }
/** They run the project's code, or write into its files. */
const overwriting = { ...running, destructiveHint: true }
const tool = toolsFor<Context>()

const tools = [
  tool(
    'start',
    'Starts a simulated chat server with the bot of a file in it, in virtual time. A bot that was started before is stopped; the file is loaded as it is now. Returns who and what there is.',
    running,
    startShape,
    async (args, { session }) => {
      const file = fileOf(args, session)
      if (args.organisation !== undefined) inProject(args.organisation, session.file)
      return session.inTurn(async () => {
        await session.worker?.close()
        const worker = session.openWorker(patience)
        session.worker = worker
        return worker.call('start', { ...args, file })
      })
    },
  ),
  tool(
    'run_transcripts',
    "Plays conversations that are written as tests (.chat), each with a bot and an organisation of its own, and says where the bot differs. Write people's lines alone and call it with `update` to have the answers written down. See earshot://docs/reference/transcripts.",
    overwriting,
    transcriptShape,
    async (args, context) => {
      const { file } = context.session
      const named = args.files.length === 0 ? ['.'] : args.files
      for (const path of [...named, ...(args.bot === undefined ? [] : [args.bot])]) inProject(path, file)
      // A folder may have a link that leads out of the project.
      for (const folder of named.filter(isFolder)) {
        for (const path of transcriptsIn(folder, { below: true })) inProject(path, file)
      }
      return inWorker('run_transcripts', withoutUndefined({ ...args, bot: args.bot ?? file }), context)
    },
  ),
  tool(
    'explore',
    'Lets chance look for what breaks a bot: its commands, odd texts, several people at once, faults, restarts, server levels. Returns each rule that was broken with the shortest transcript that breaks it (saved as .chat, it fails in `run_transcripts` until the bot is fixed), and what was tried. Needs the package fast-check. See earshot://docs/guides/explore.',
    running,
    exploreShape,
    async (args, context) => inWorker('explore', { ...args, file: fileOf(args, context.session) }, context),
  ),
  tool(
    'run_matrix',
    'Runs a test command once for every version of the server that behaves differently, and says from which on the tests pass. It takes minutes: call it again for the result.',
    overwriting,
    {
      command: z.array(z.string()).min(1).default(['npm', 'test']).describe('Such as ["npx", "earshot", "test"]'),
      from: level.default(0).describe('The lowest feature level to try'),
      quick: z.boolean().default(true).describe('Skip levels that change nothing the bot uses'),
      by: way.optional(),
    },
    async ({ command, from, quick, by }, { call: { signal, progress } }) =>
      matrixTable(
        await matrix(commandRun(command, { signal, ...withoutUndefined({ by }) }), {
          from,
          quick,
          onResult: ({ level: tried, works }) => progress(`Level ${tried} ${works ? 'works' : 'breaks'}.`),
        }),
      ),
  ),
]

/** Milliseconds after which a bot is stopped that is still busy with a call. */
const patience = 50_000
const longPatience = 600_000

function fileOf({ file: named }: { readonly file?: string | undefined }, { file }: Session): string {
  const chosen = named ?? file
  if (chosen !== undefined) return inProject(chosen, file)
  throw new EarshotError('no_file', 'Which bot? Give the path of its file as `file`.')
}

/**
 * The path, unless it leads out of the project, links included: that is the working directory, and the folder of the bot file that
 * the command names.
 */
function inProject(path: string, file: string | undefined): string {
  const roots = [process.cwd(), ...(file === undefined ? [] : [dirname(resolve(file))])].map(real)
  const at = real(path)
  if (roots.some((root) => at === root || at.startsWith(`${root}${sep}`))) return path
  throw new EarshotError('outside', `${path} is outside of the project ${roots[0]}. Give a path in it.`)
}

/** Where a path really leads; of what doesn't exist, its folder tells. */
function real(path: string): string {
  const at = resolve(path)
  try {
    return realpathSync(at)
  } catch {
    return dirname(at) === at ? at : join(real(dirname(at)), basename(at))
  }
}

function isFolder(path: string): boolean {
  return statSync(resolve(path), { throwIfNoEntry: false })?.isDirectory() === true
}

/** Runs a long call in its own worker, which ends with the call or when it is stopped. */
async function inWorker(
  name: string,
  args: unknown,
  { session, call: { signal, progress } }: Context,
): Promise<unknown> {
  const worker = session.openWorker(longPatience)
  signal.addEventListener('abort', () => void worker.close())
  try {
    return await worker.call(name, args, progress)
  } finally {
    await worker.close()
  }
}

/** The tools with which an agent runs and tests a bot. */
export function simulatorTools(options: SimulatorToolsOptions) {
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  const session: Session = {
    ...options,
    worker: undefined,
    inTurn(work) {
      const next = last.then(() => (isClosed ? Promise.reject(notStarted()) : work()))
      last = next.catch(() => {})
      return next
    },
  }
  const inChat = (name: string, args: unknown) =>
    session.inTurn(async () => {
      if (session.worker === undefined) throw notStarted()
      return session.worker.call(name, args)
    })
  const runs = longRuns()
  const bound: readonly BoundTool[] = [
    ...tools.map((one) => ({ ...one, run: (args: unknown, call: McpCall) => one.run(args, { session, call }) })),
    ...chatTools.map((one) => ({ ...one, run: (args: unknown) => inChat(one.name, args) })),
  ]
  return {
    tools: bound.map((one) => ({ ...one, run: (args, call) => runs.run(one, args, call) }) satisfies BoundTool),
    journal: async () => JSON.stringify(await inChat('journal', { limit: 200 }), null, 1),
    async close() {
      isClosed = true
      runs.close()
      await session.worker?.close()
    },
  }
}
