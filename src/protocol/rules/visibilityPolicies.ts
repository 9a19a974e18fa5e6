/** Topic visibility. 2 and 3 are assumed in this order. @see spec 3 */
export const visibilityPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const
