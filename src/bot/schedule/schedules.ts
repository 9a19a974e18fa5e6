import type { Timed } from '../timed.js'
import { addSchedules } from './addSchedules.js'
import { createSchedule, type Schedule, type ScheduleHandler, type ScheduleOptions } from './schedule.js'
import { type ScheduleErrorHandler, scheduleSource } from './source.js'

/** The schedules of a bot. */
export interface Schedules {
  /** @throws {BotSetupError} for one that can't be used, or is there already. */
  every(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): void
  /** Takes over those of a module. @throws {BotSetupError} for one that is there already. */
  add(schedules: readonly Schedule[]): void
  catch(handler: ScheduleErrorHandler): void
}

/** From the first schedule on, they are among what falls due for the bot. */
export function createSchedules(timed: Timed): Schedules {
  const schedules: Schedule[] = []
  const errorHandlers: ScheduleErrorHandler[] = []
  const source = scheduleSource(schedules, errorHandlers)

  const add = (added: readonly Schedule[]) => {
    const isFirst = schedules.length === 0
    addSchedules(schedules, added)
    if (isFirst && schedules.length > 0) timed.add(source)
    else timed.wake()
  }

  return {
    add,
    every: (phrase, options, handler) => add([createSchedule(phrase, options, handler)]),
    catch: (handler) => void errorHandlers.push(handler),
  }
}
