import { changeOf, featureLevels, isAddition, releases } from '../../dist/protocol/index.js'

/** The rows of the level table about an endpoint or an entity, its parameters and fields included. */
export const rowsAbout = (place) =>
  featureLevels
    .map((row) => ({ ...row, at: [row.appliesTo, ...(row.alsoAppliesTo ?? [])].filter((one) => isWithin(one, place)) }))
    .filter(({ at }) => at.length > 0)

const isWithin = (one, { endpoint, entity }) =>
  endpoint === undefined ? one.entity === entity : one.endpoint === endpoint

/** `334 (10.0)`: a level, and the first release that has it, as far as that is known. */
export function levelWords(level) {
  const before = releases.findLast((one) => one.level < level)
  const release = releases.find((one) => one.level >= level)
  const isKnown = release !== undefined && (before !== undefined || release.level === level)
  return isKnown ? `${level} (${release.version})` : String(level)
}

/** Table rows: level, what it is about, and what changed. Tags beside parameters and fields say when they were added. */
export const changeRows = (rows) =>
  rows
    .filter(({ id }) => !isAddition(id) || id.startsWith('event '))
    .map((row) => {
      const names = row.at.flatMap(({ parameter, field = parameter }) => (field === undefined ? [] : [`\`${field}\``]))
      return [levelWords(row.level), [...new Set(names)].join(', '), changeOf(row)]
    })

/** The level at which a parameter or field was added, or `undefined` if every server has it. */
export const addedAt = (rows, name) =>
  rows.find(
    ({ kind, id, at }) =>
      (kind === 'parameter' || kind === 'field') &&
      id.endsWith(`.${name}`) &&
      at.some(({ parameter, field = parameter }) => field === name),
  )?.level
