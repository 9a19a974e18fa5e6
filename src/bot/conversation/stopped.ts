import type { Delivery } from '../delivery/delivery.js'
import type { Log } from '../log.js'
import type { Stopped } from './run.js'

/** Tells the sender, and the log, why a conversation can't go on. */
export async function farewell(
  why: Exclude<Stopped, { kind: 'waiting' }>,
  delivery: Delivery,
  log: Log,
): Promise<void> {
  if (why.kind === 'comes again') {
    log.debug({}, 'The delivery comes again')
  } else if (why.kind === 'taken over') {
    log.info({}, 'The conversation goes on elsewhere')
  } else if (why.kind === 'changed') {
    const { expected, found } = why
    log.error(
      { expected, found },
      'The handler did not do again what it did before the question; the conversation is ended. If the bot was not ' +
        'changed in between, what decides is not the same each time: put it into ctx.once',
    )
    await delivery.reply('I was changed since I asked, so I can’t go on with that. Please begin again.', {
      name: 'farewell',
    })
  } else {
    log.error(
      { step: why.step },
      'The process died in the middle of a step, which may be done or not; the conversation is ended',
    )
    await delivery.reply(
      'I was interrupted in the middle of that, and can’t tell how far I got. Please look, and begin again if need be.',
      { name: 'farewell' },
    )
  }
}
