/** Roles; a lower number has more rights. @see spec 2.2 */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
export type RoleName = keyof typeof roles
