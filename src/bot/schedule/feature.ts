import type { Feature } from '../features.js'
import { createSchedule } from './schedule.js'
import { createSchedules } from './schedules.js'

/** Lets a bot do something at certain times, with `bot.every`. */
export const schedules: Feature<'schedules'> = {
  name: 'schedules',
  part: { of: createSchedules, create: createSchedule },
}
