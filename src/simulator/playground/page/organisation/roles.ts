import type { RoleName } from '../../../../protocol/index.js'

/** Roles by their numbers, those with most rights first. */
export const roleNames: Readonly<Record<number, RoleName>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
}
