import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultError, openSimulator, type Simulator } from 'earshot/simulator'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../seed.js'
import { breaks, says } from '../delivery/kitchen.js'

const bread = { channel: 'kitchen', topic: 'bread' }

/** Something that somebody does; what comes of it depends on what was done before. */
type Step = (simulator: Simulator) => unknown

async function attempt(step: Step, simulator: Simulator): Promise<void> {
  try {
    await step(simulator)
  } catch (error) {
    // What is refused is part of the day; a fault that nobody understands is not.
    if (error instanceof FaultError) throw error
  }
}

const steps: Readonly<Record<string, Step>> = {
  say: (simulator) => simulator.say('iago', bread, 'Rye'),
  'call the bot': (simulator) => simulator.say('hamlet', bread, '@**Echo** hi'),
  'call the broken bot': (simulator) => simulator.say('cordelia', { to: ['puck'] }, 'hi'),
  wait: (simulator) => simulator.advance(0),
  'wait long': (simulator) => simulator.advance('2d'),
  'wait a little': (simulator) => simulator.advance('20s'),
  'add a user': (simulator) => simulator.addUser({ full_name: 'Ariel' }),
  'add a bot': (simulator) => simulator.addBot({ full_name: 'Puck', address: breaks }),
  connect: (simulator) => simulator.connect('echo', says('I hear.')),
  disconnect: (simulator) => simulator.realm.do('setBotAddress', 'echo', undefined),
  upgrade: (simulator) => simulator.setFeatureLevel(496),
  downgrade: (simulator) => simulator.setFeatureLevel(20),
  'delete a topic': (simulator) =>
    simulator.realm.call('streams.deleteTopic', simulator.realm.account('iago'), { stream_id: 1, topic_name: 'bread' }),
  schedule: (simulator) =>
    simulator.realm.call('scheduledMessages.create', simulator.realm.account('iago'), {
      type: 'direct',
      to: [10],
      content: 'Later',
      scheduled_delivery_timestamp: Math.floor(simulator.clock.now() / 1000) + 30,
    }),
  remember: (simulator) => simulator.checkpoint('then'),
  'go back': (simulator) => simulator.restore('then'),
  forget: (simulator) => simulator.forget('then'),
  reset: (simulator) => simulator.reset(),
  'drop deliveries': (simulator) => simulator.faults.add('the next delivery to Echo is dropped'),
  'double deliveries': (simulator) => simulator.faults.add('every second delivery is delivered twice'),
  'delay deliveries': (simulator) => simulator.faults.add('the next 2 deliveries are delayed by 10s'),
  'clear faults': (simulator) => simulator.faults.clear(),
  save: (simulator) => simulator.saved(),
}

const stateOf = (simulator: Simulator) => ({
  realm: simulator.realm.snapshot(),
  now: simulator.clock.now(),
  deliveries: simulator.deliveries,
  checkpoints: simulator.checkpoints,
  faults: simulator.faults.list(),
})

it('finds what there was, whatever was done before the process was killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 40 }), async (day) => {
      const data = await mkdtemp(join(tmpdir(), 'earshot-day-'))
      const copy = `${data}-copy`
      const options = { clock: 'frozen', log: { warn: fail, error: fail } } as const
      const first = await openSimulator({ data, ...options })
      const opened = [first]
      try {
        for (const name of day) await attempt(steps[name] ?? fail, first)
        await first.clock.runUntilIdle()
        await first.saved()
        const before = stateOf(first)
        await copied(data, copy)
        const second = await openSimulator({ data: copy, ...options })
        opened.push(second)
        expect(stateOf(second)).toEqual(before)
      } finally {
        for (const simulator of opened) await simulator.close()
        for (const directory of [data, copy]) await rm(directory, { recursive: true, force: true })
      }
    }),
    { numRuns: runs(100) },
  )
})

function fail(...what: unknown[]): never {
  throw new Error('This was not to happen.', { cause: what })
}

/** The directory as a process would find it that starts after this one was killed. */
async function copied(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true })
  } catch {
    // A file that is no longer needed went away meanwhile.
    await rm(to, { recursive: true, force: true })
    return copied(from, to)
  }
  await rm(join(to, 'lock'))
}
