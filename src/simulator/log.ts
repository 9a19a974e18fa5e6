/** Where the simulator says what nobody else would hear: facts first, then a sentence. */
export interface SimulatorLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Writes to the standard error stream. */
export const stderrLog: SimulatorLog = {
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
}
