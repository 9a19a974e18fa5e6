import { endpoints } from 'earshot/protocol'
import { parseFault, printFault } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../src/simulator/faults/fault.js'
import { anyFault } from './arbitraries.js'

/** What a sentence is understood as, printed again. */
const again = (sentence: string) => printFault(parseFault(sentence))

describe('a fault sentence', () => {
  it('is parsed as a fault of calls', () => {
    expect(parseFault('the next 2 calls of messages.send answer 503')).toEqual({
      on: 'calls',
      which: { kind: 'next', count: 2 },
      of: 'messages.send',
      effect: { kind: 'status', status: 503, when: 'before' },
    })
    expect(parseFault('calls 4 to 6 of users.get by "yeast counter" are reset after taking effect')).toEqual({
      on: 'calls',
      which: { kind: 'numbers', ranges: [[4, 6]] },
      of: 'users.get',
      by: 'yeast counter',
      effect: { kind: 'reset', when: 'after' },
    })
  })

  it('is parsed as a fault of deliveries', () => {
    expect(parseFault('every third delivery to Echo is delivered twice')).toEqual({
      on: 'deliveries',
      which: { kind: 'every', nth: 3 },
      to: 'Echo',
      effect: { kind: 'duplicate', times: 2 },
    })
  })

  it.each([
    'every call answers 500 before taking effect',
    'every second call answers 502 after taking effect',
    'every 12th call of users.me answers 503 before taking effect',
    'every 21st call answers 504 before taking effect',
    'the next call by Hamlet answers 429',
    'the next 3 calls of messages.send by "yeast counter" answer 429 with Retry-After 1.5s',
    'call 4 is dropped before taking effect',
    'calls 4 to 6 are dropped after taking effect',
    'calls 1, 3 to 5 and 9 are reset before taking effect',
    'calls 4 and later of users.get find the key revoked',
    'every call of reactions.add hangs after taking effect',
    'every call is delayed by 3s before taking effect',
    'the next call is delayed by 250ms after taking effect',
    'the next call breaks off after 20 bytes',
    'the next call answers malformed JSON',
    'the next call answers with the content type text/html',
    'the next call drips 1 byte every 500ms',
    'every delivery is delivered twice',
    'the next 2 deliveries to Echo are delivered 3 times',
    'the next delivery is overtaken by the next',
    'delivery 2 is overtaken by the next 2',
    'deliveries 2 and later are delayed by 5s',
    'every delivery to "yeast counter" is dropped',
    'the next delivery loses the answer',
    'the next delivery carries a wrong token',
    'the next delivery carries the old token',
    'the next delivery carries the trigger carrier_pigeon',
    'the next delivery carries the trigger "two words"',
    'the next delivery lacks the optional fields',
    'the next delivery lacks the field message.topic_links',
    'the next delivery carries 100000 characters of content',
    'every delivery is dated 5m ahead',
    'every delivery is dated 1h behind',
  ])('is printed unchanged: %s', (sentence) => {
    expect(again(sentence)).toBe(sentence)
  })

  it.each([
    [
      'The next two CALLS of messages.send answers 503.',
      'the next 2 calls of messages.send answer 503 before taking effect',
    ],
    ['  the next 1 calls   are dropped ', 'the next call is dropped before taking effect'],
    ['every 3rd call hang', 'every third call hangs before taking effect'],
    ['every 1st call hangs', 'every call hangs before taking effect'],
    ['calls 5, 3, 4, and 9 hang', 'calls 3 to 5 and 9 hang before taking effect'],
    ['calls 2 hang', 'call 2 hangs before taking effect'],
    ['the next call of POST /messages is reset', 'the next call of messages.send is reset before taking effect'],
    ['every call is delayed by 90s', 'every call is delayed by 1m30s before taking effect'],
    ['every call is delayed by 60000ms', 'every call is delayed by 1m before taking effect'],
    ['every call is delayed by 1001ms', 'every call is delayed by 1.001s before taking effect'],
    ['every call is delayed by 0.25s', 'every call is delayed by 250ms before taking effect'],
    ['every delivery is overtaken by the next one', 'every delivery is overtaken by the next'],
    ['every delivery to "Echo" is delivered 2 times', 'every delivery to Echo is delivered twice'],
  ])('has its normal form printed: %s', (sentence, printed) => {
    expect(again(sentence)).toBe(printed)
  })

  it('parses back to the same fault', () => {
    fc.assert(
      fc.property(anyFault, (fault) => {
        const sentence = printFault(fault)
        expect(parseFault(sentence)).toEqual(fault)
        expect(again(sentence)).toBe(sentence)
        expect(faultOf(fault)).toEqual(fault)
      }),
    )
  })

  it('can name every endpoint by its name or its path', () => {
    for (const { name, method, path } of endpoints) {
      expect(parseFault(`every call of ${name} hangs`)).toMatchObject({ of: name })
      expect(parseFault(`every call of ${method} ${path} hangs`)).toMatchObject({ of: name })
    }
  })
})
