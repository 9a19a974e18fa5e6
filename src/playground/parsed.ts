import { isObject } from '../values.js'

/** Parsed JSON of unknown shape. */
export type ParsedJson = Readonly<Record<string, unknown>>

export const parsedJson = (value: unknown): ParsedJson => (isObject(value) ? value : {})
