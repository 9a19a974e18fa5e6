import type { Has } from '../levels.js'

/** A user in an answer, in today's shape, if it is one. */
export function modernUserOf(user: unknown, has: Has): unknown {
  return typeof user === 'object' && user !== null ? modernUser(user as Record<string, unknown>, has) : user
}

/** Fills in what older servers left out of a user, and leaves out what newer ones do; of today's nothing is changed. */
export function modernUser(user: Record<string, unknown>, has: Has): Record<string, unknown> {
  if (has('billingAdminRemoved') && has('deliveryEmailAlways') && has('importedStub')) return user
  const { is_billing_admin: _, ...rest } = user
  const filled: Record<string, unknown> = has('billingAdminRemoved') ? { ...user } : rest
  if (!has('deliveryEmailAlways')) filled.delivery_email ??= user.is_bot === true ? user.email : null
  if (!has('importedStub')) filled.is_imported_stub ??= false
  return filled
}
