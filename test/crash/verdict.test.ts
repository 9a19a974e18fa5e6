import { expect, it } from 'vitest'
import { overlapping, type RunLine } from './runs.js'
import type { Said } from './traffic.js'
import { countsOf as judged } from './verdict.js'

const said = (...ids: number[]): Said[] =>
  ids.map((id) => ({ id, topic: 'bread', isAcknowledged: true, sent: id * 10, arrived: id * 10 + 5 }))
type Dead = Parameters<typeof judged>[2]

/** The verdict, where everything was answered in its place unless some are named. */
function verdictOf(
  all: readonly Said[],
  answersIn: (topic: string) => number[],
  dead: Dead,
  misplaced: number[] = [],
  direct: number[] = [],
) {
  return judged(
    all,
    { answersIn, direct: () => direct, misplaced: () => misplaced, overlapping: () => [], isOrdered: () => true },
    dead,
  )
}
const countsOf = (...evidence: Parameters<typeof verdictOf>) => verdictOf(...evidence).counts
const nothing = {
  lost: 0,
  duplicated: 0,
  disordered: 0,
  misplaced: 0,
  overlapping: 0,
  uncertain: 0,
  buried: 0,
  refused: 0,
}

it('the verdict is clean if each message has one answer in order', () => {
  expect(countsOf(said(1, 2, 3), () => [1, 2, 3], new Map())).toEqual(nothing)
})

it('the verdict counts a message without an answer as lost unless it is a dead letter', () => {
  const dead = new Map([[3, 'uncertain'] as const, [4, 'failed'] as const])
  expect(countsOf(said(1, 2, 3, 4), () => [1], dead)).toEqual({ ...nothing, lost: 1, uncertain: 1, buried: 1 })
})

it('the verdict counts a second answer', () => {
  expect(countsOf(said(1, 2), () => [1, 2, 2], new Map())).toEqual({ ...nothing, duplicated: 1 })
})

it('the verdict counts an answer that follows one to a later message', () => {
  expect(countsOf(said(1, 2, 3), () => [2, 1, 3], new Map())).toEqual({ ...nothing, disordered: 1 })
})

it('the verdict accepts a later message answered first if the earlier one arrived after it', () => {
  const late = said(1).map((one) => ({ ...one, arrived: 100 }))
  expect(countsOf([...late, ...said(2, 3)], () => [2, 3, 1], new Map())).toEqual(nothing)
})

it('the verdict accepts an answer to the sender directly, but not one in the topic too', () => {
  expect(countsOf(said(1, 2), () => [2], new Map(), [], [1])).toEqual(nothing)
  expect(countsOf(said(1, 2), () => [1, 2], new Map(), [], [1])).toEqual({ ...nothing, duplicated: 1 })
})

it('the verdict treats topics separately', () => {
  const two = [...said(1, 3), ...said(2).map((one) => ({ ...one, topic: 'buns' }))]
  expect(countsOf(two, (topic) => (topic === 'buns' ? [2] : [1, 3]), new Map())).toEqual(nothing)
})

it('the verdict allows at most one answer to an unacknowledged message, in any position', () => {
  const refused = said(1).map((one) => ({ ...one, isAcknowledged: false }))
  expect(countsOf([...refused, ...said(2)], () => [2], new Map())).toEqual({ ...nothing, refused: 1 })
  expect(countsOf([...refused, ...said(2)], () => [2, 1, 1], new Map())).toEqual({
    ...nothing,
    refused: 1,
    duplicated: 1,
  })
})

it('the verdict names each problem', () => {
  expect(verdictOf(said(1, 2, 3), () => [2, 1, 2], new Map(), [2]).wrong).toEqual([
    '2 was answered where its topic was before',
    'bread: 2 has 2 answers',
    'bread: 3 has no answer',
    'bread: 1 is answered late',
  ])
})

/** `1 begin 7 10`: process 1 begins message 7 at 10. */
const runLines = (...lines: string[]): RunLine[] =>
  lines.map((line) => {
    const [pid, kind, message, at] = line.split(' ')
    return { kind: kind as RunLine['kind'], pid: Number(pid), message: Number(message), at: Number(at) }
  })

it.each([
  [
    'another process begins a message before the first has ended it',
    ['1 begin 7 10', '2 begin 7 20', '1 end 7 30', '2 end 7 40'],
    [7],
  ],
  ['a process runs a message twice at once', ['1 begin 7 10', '1 begin 7 20', '1 end 7 30', '1 end 7 40'], [7]],
  ['a process that lives never ends a message that another runs', ['1 begin 7 10', '2 begin 7 20', '2 end 7 40'], [7]],
  ['the other begins after the end', ['1 begin 7 10', '1 end 7 20', '2 begin 7 30', '2 end 7 40'], []],
  ['the other begins after the first was killed', ['3 begin 7 10', '2 begin 7 60', '2 end 7 70'], []],
  ['the other begins before the first was killed', ['3 begin 7 10', '2 begin 7 40', '2 end 7 70'], [7]],
  ['they handle different messages', ['1 begin 7 10', '2 begin 8 20', '1 end 7 30', '2 end 8 40'], []],
])('finds the overlapping runs if %s', (_, lines, found) => {
  expect(overlapping(runLines(...lines), new Map([[3, 50]]))).toEqual(found)
})
