import * as z from 'zod'
import { type EndpointName, endpoints } from '../../protocol/index.js'
import { CallEffect, DeliveryEffect } from './effects.js'
import { FaultError } from './faultError.js'
import { Which } from './which.js'

const name = z.string().min(1, 'is empty; leave it out for everybody').max(1000)

/** The names of all endpoints. */
export const endpointNames: readonly EndpointName[] = endpoints.map((endpoint) => endpoint.name)

/** A fault of calls: to the simulator's API, whoever makes them. */
const CallFault = z.strictObject({
  on: z.literal('calls'),
  which: Which,
  /** The endpoint; any of them unless given. */
  of: z.enum(endpointNames as readonly [EndpointName, ...EndpointName[]]).optional(),
  /** Name or address of the account that calls; anybody unless given. */
  by: name.optional(),
  effect: CallEffect,
})
export type CallFault = z.output<typeof CallFault>

/** A fault of deliveries: of notifications from the simulator to bots. */
const DeliveryFault = z.strictObject({
  on: z.literal('deliveries'),
  which: Which,
  /** Name or address of the bot; any of them unless given. */
  to: name.optional(),
  effect: DeliveryEffect,
})
export type DeliveryFault = z.output<typeof DeliveryFault>

/** Something that goes wrong, as data: which calls or deliveries it strikes, and how. Times are milliseconds. */
const Fault = z.discriminatedUnion('on', [CallFault, DeliveryFault])
export type Fault = z.output<typeof Fault>

/** A fault as it may be given: what has a usual value may be left out. */
export type FaultData = z.input<typeof Fault>

/** Reads a fault that was given as data. @throws {FaultError} naming the field that is wrong */
export function faultOf(data: unknown): Fault {
  const read = Fault.safeParse(data)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  const where = field === '' ? 'it' : `"${field}"`
  throw new FaultError(
    'INVALID_FAULT',
    `A fault cannot be used: ${where}: ${issue?.message ?? 'is no fault'}. ` +
      'Give a sentence such as "the next 2 calls of messages.send answer 503", or what `parseFault` makes of one.',
    field === '' ? {} : { word: field },
  )
}
