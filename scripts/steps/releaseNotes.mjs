const published = 'https://github.com/earshot-bots/earshot/blob'

/**
 * What `CHANGELOG.md` says of a version, with links that lead to its files from anywhere.
 *
 * @throws {Error} if it says nothing of that version.
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split('\n', 1)[0].split(' ')[0] === version)
  const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
  if (notes === '') throw new Error(`CHANGELOG.md has no section "## ${version}". Write what users get with it.`)
  return `${notes.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, `](${published}/v${version}/$1)`)}\n`
}
