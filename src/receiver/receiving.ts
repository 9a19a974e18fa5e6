import { type Bots, registerBots, secretsOf } from './bots.js'
import { Desk } from './desk.js'
import { maskedLog } from './maskedLog.js'
import { type ReceiverOptions, type ReceiverSettings, receiverSettings } from './options.js'
import { Receptionist } from './reception.js'
import { createTimedWork } from './timedWork.js'
import type { WaitsForBots } from './waitsForBots.js'

/** What stands behind every receiver, whatever asks it. */
export interface Receiving {
  readonly settings: ReceiverSettings
  readonly bots: Bots
  readonly receptionist: Receptionist
  readonly desk: Desk
  readonly work: WaitsForBots
}

/** @throws {ReceiverOptionError} for options that can't be used. */
export function createReceiving(options: ReceiverOptions): Receiving {
  const settings = receiverSettings(options)
  const log = maskedLog(settings.log, secretsOf(settings.bots))
  const bots = registerBots(settings)
  const receptionist = new Receptionist(settings, log)
  const timedWork = createTimedWork(bots.all, settings, log)
  const desk = new Desk(settings, bots, receptionist, log)
  const work = {
    async idle() {
      do {
        await receptionist.idle()
        // Handlers give the bots something to do later, which needs its timer; and meanwhile a delivery may have come.
        await timedWork.idle()
      } while (receptionist.isBusy)
    },
    start: timedWork.start,
    tick: timedWork.tick,
  }
  return { settings, bots, receptionist, desk, work }
}
