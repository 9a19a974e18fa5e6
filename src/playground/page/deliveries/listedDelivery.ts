import type { DeliveryRecord } from '../../../simulator/delivery/record.js'

/** A record as the control API gives it, in which `null` stands for what is not there. */
export type ListedDelivery = { readonly [Field in keyof DeliveryRecord]: DeliveryRecord[Field] | null } & Pick<
  DeliveryRecord,
  'id' | 'bot' | 'trigger' | 'messageId' | 'queuedAt' | 'faults' | 'request' | 'attempts' | 'outcome' | 'isEdited'
> & {
    /** The outcome and the reason, as a sentence. */
    readonly says: string
    /** Fields of the answer that were not read. */
    readonly unread: readonly string[]
  }
