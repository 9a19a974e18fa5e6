import type { DeliveryRecord } from '../delivery/record.js'

/** A record as the control API gives it, in which `null` stands for what is not there. */
export type ListedDelivery = { readonly [Field in keyof DeliveryRecord]: DeliveryRecord[Field] | null } & Pick<
  DeliveryRecord,
  'id' | 'bot' | 'trigger' | 'messageId' | 'queuedAt' | 'faults' | 'request' | 'attempts' | 'outcome' | 'isEdited'
> & {
    /** What came of it and why, as a sentence. */
    readonly says: string
    /** Fields of the answer that nobody looked at. */
    readonly unread: readonly string[]
  }
