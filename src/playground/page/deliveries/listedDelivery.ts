import type { DeliveryRecord } from '../../../simulator/delivery/record.js'

/** A record as the control API returns it, with `null` for missing values. */
export type ListedDelivery = { readonly [Field in keyof DeliveryRecord]: DeliveryRecord[Field] | null } & Pick<
  DeliveryRecord,
  'id' | 'bot' | 'trigger' | 'messageId' | 'queuedAt' | 'faults' | 'request' | 'attempts' | 'outcome' | 'isEdited'
> & {
    /** The outcome and the reason, as a sentence. */
    readonly says: string
    /** Fields of the answer that were ignored. */
    readonly unread: readonly string[]
  }
