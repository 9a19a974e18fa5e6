import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import * as z from 'zod'
import { checkNotification, type FindingWeight, findingWeights, pathText } from '../../protocol/index.js'
import { mask } from '../delivery/record.js'
import type { Account } from '../realm/world/state.js'
import { jsonProblem } from '../seedFile/mistake.js'

/** A problem in the body of a delivery. */
const bodyProblem = z.object({
  weight: z
    .enum(findingWeights)
    .describe(
      '`refused`: a receiver cannot act on it; `dropped`: it leaves the field out; `unusual`: no server of this level posts that.',
    ),
  line: z.int().min(1),
  column: z.int().min(1),
  path: z.string().describe('Such as `message.sender_id`; empty for the whole.'),
  says: z.string(),
})
type BodyProblem = z.output<typeof bodyProblem>

export const bodyCheck = z.object({ featureLevel: z.int(), problems: z.array(bodyProblem) })
export type BodyCheck = z.output<typeof bodyCheck>

/** The problems in a body: what a receiver would reject, and what no server of this level would post. */
export function checkBody(text: string, level: number, bot: Account | undefined): BodyProblem[] {
  const lines = new LineCounter()
  // YAML includes JSON, and this parser knows the position of each value.
  const { contents } = parseDocument(text, { uniqueKeys: false, lineCounter: lines })
  const problem = (weight: FindingWeight, path: readonly PropertyKey[], says: string, offset: number): BodyProblem => {
    const { line, col } = lines.linePos(offset)
    return { weight, line: Math.max(line, 1), column: Math.max(col, 1), path: pathText(path), says }
  }
  const wrong = jsonProblem(text)
  if (wrong !== undefined) return [problem('refused', [], `The body ${wrong.says}.`, wrong.offset)]
  const json: unknown = JSON.parse(text)
  const found = checkNotification(json, level)
  const isReadable = !found.some(({ weight }) => weight === 'refused')
  const ofBot = isReadable && bot !== undefined ? botProblems(json as Record<string, unknown>, bot) : []
  return [...found, ...ofBot]
    .map(({ weight, path, says }) => problem(weight, path, says, offsetOf(contents, path)))
    .sort((one, other) => one.line - other.line || one.column - other.column)
}

function botProblems({ bot_email: email, token }: Readonly<Record<string, unknown>>, bot: Account) {
  const found: { path: string[]; weight: FindingWeight; says: string }[] = []
  if (email !== bot.email) {
    found.push({ path: ['bot_email'], weight: 'unusual', says: `is not the address of ${bot.full_name}, ${bot.email}` })
  }
  if (token !== mask && token !== bot.webhook?.token) {
    found.push({ path: ['token'], weight: 'refused', says: `is not the token of ${bot.full_name}` })
  }
  return found
}

/** Where the field at a path begins; if it is missing, where its parent begins. */
function offsetOf(root: unknown, path: readonly PropertyKey[]): number {
  let node = root
  let offset = startOf(root)
  for (const part of path) {
    const field = isMap(node) ? node.items.find(({ key }) => Object(key).value === part) : undefined
    const next = field?.value ?? (isSeq(node) ? node.items[Number(part)] : undefined)
    if (next === undefined) break
    offset = startOf(field?.key ?? next)
    node = next
  }
  return offset
}

function startOf(node: unknown): number {
  return (Object(node) as { range?: readonly number[] }).range?.[0] ?? 0
}
