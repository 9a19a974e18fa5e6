import { BotSetupError } from '../errors.js'
import type { Schedule } from './schedule.js'

/** @throws {BotSetupError} `duplicate_schedule` for a name that is taken. */
export function addSchedules(to: Schedule[], added: readonly Schedule[]): void {
  for (const schedule of added) {
    if (to.some(({ name }) => name === schedule.name)) {
      throw new BotSetupError(
        'duplicate_schedule',
        `There are two schedules '${schedule.name}', and of each of its times only one would run. Give one a name of its own.`,
      )
    }
    to.push(schedule)
  }
}
