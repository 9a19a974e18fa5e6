/** A simulated server to write and test bots against: stateful, exact, in this process or on a socket. */

export { type Cancel, type Clock, systemClock } from '../clock.js'
export { ListenError } from '../errors.js'
export { createSimulator, openSimulator } from '../playground/simulator.js'
export type { RateLimit } from './api/rateLimit.js'
export { type VirtualClock, virtualClock, virtualStart } from './clock.js'
export type { AttemptResult, Exchange } from './delivery/attempt.js'
export type { DeliveryLog } from './delivery/deliveryLog.js'
export type { BotAddress, DeliveryRequest, DeliveryTarget, RequestHandler } from './delivery/network.js'
export type { Reading } from './delivery/reading.js'
export type { AttemptRecord, AttemptSummary, DeliveryOutcome, DeliveryRecord } from './delivery/record.js'
export { DataError, type DataErrorCode } from './disk/dataError.js'
export {
  type CallEffect,
  type CallFault,
  type DeliveryEffect,
  type DeliveryFault,
  type Fault,
  type FaultData,
  faultOf,
} from './faults/fault.js'
export { FaultError } from './faults/faultError.js'
export type { AppliedFaults, FaultStatus, Faults } from './faults/faults.js'
export { type FaultSchedule, faultSchedule } from './faults/schedule.js'
export { parseFault, parsePlan, printFault, printPlan } from './faults/sentence.js'
export type {
  DeliveryHappening,
  Happening,
  HappeningKind,
  JournalEntry,
  JournalFrame,
  MemoryStep,
} from './journal/entries.js'
export type { Journal, JournalPage, JournalRange } from './journal/journal.js'
export type { ListenOptions } from './listen.js'
export type { SimulatorLog } from './log.js'
export type { Checkpoint, CheckpointCounts } from './memory/memory.js'
export { CheckpointError } from './memory/memory.js'
export { type DataOptions, SimulatorOptionError, type SimulatorOptions } from './options.js'
export { type ListedBot, type ListedUser, type Organisation, organisationOf } from './organisation.js'
export type { ConversationOf, MessageTarget, Notice, Simulator, SimulatorCredentials, Who } from './publicSimulator.js'
export type { DeadLetterView, QueueView, QueueViewStatus } from './queueView.js'
export type { Assumptions } from './realm/assumptions/assumptions.js'
export type { RealmEvent } from './realm/events.js'
export type { Realm } from './realm/realm.js'
export { Refusal } from './realm/refusal.js'
export { bakery, type OrganisationSeed } from './realm/seed/seed.js'
export { readSeed, SeedFileError, type SeedProblem, writeSeed } from './seedFile/index.js'
export type { ClockKind, SimulatorClock } from './time/simulatorClock.js'
export {
  type KeptTranscript,
  type TranscriptKeeper,
  TranscriptNotKept,
  type TranscriptRun,
  type TranscriptToKeep,
  type TranscriptToRun,
} from './transcript/keeper.js'
export { type Use, usageOf } from './usage.js'
