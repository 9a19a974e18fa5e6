/** Releases of the server whose feature level is known. Assumed, as the spec shows no release numbers. */
export const releases = [
  { version: '8.4', level: 237 },
  { version: '10.0', level: 371 },
  { version: '10.1', level: 372 },
  { version: '11.0', level: 421 },
  { version: '12.0', level: 496 },
] as const

/** The version that a server of this level reports: a release, or a build on the way to the next one. */
export function versionOf(level: number): string {
  const release = releases.find((one) => one.level >= level)
  if (release === undefined) return releases[releases.length - 1]?.version ?? ''
  return release.level === level ? release.version : `${release.version}-dev-${level}`
}
