import { control } from '../../simulator.js'

/** What time it is by the simulator's clock, in milliseconds. */
export async function now(): Promise<number> {
  const { time } = await control<{ time: number }>('GET', '/health')
  return time
}
