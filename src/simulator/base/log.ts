/** Where the simulator reports problems. */
export interface SimulatorLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const stderrLog: SimulatorLog = {
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
}
