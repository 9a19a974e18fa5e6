/** How what came of a delivery looks. */
export const outcomeTones = {
  'under way': 'warn',
  held: 'warn',
  replied: 'good',
  quiet: '',
  failed: 'bad',
  dropped: 'bad',
  abandoned: '',
} as const
