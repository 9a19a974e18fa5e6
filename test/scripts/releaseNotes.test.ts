import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const inProject = (path: string) => new URL(`../../${path}`, import.meta.url)
const { releaseNotes }: { releaseNotes(changelog: string, version: string): string } = await import(
  inProject('scripts/steps/releaseNotes.mjs').href
)

it("releaseNotes returns a version's section of the changelog with absolute links", () => {
  const changelog = [
    ...[
      '# Changes',
      '',
      '## 0.2.0 (2026-05-01)',
      '',
      '- **Bread** ([more](docs/bread.md), [zod](https://zod.dev)).',
      '',
    ],
    ...['## 0.1.0', '', '- Flour.'],
  ].join('\n')
  const published = 'https://github.com/earshot-bots/earshot/blob/v0.2.0'
  expect(releaseNotes(changelog, '0.2.0')).toBe(
    `- **Bread** ([more](${published}/docs/bread.md), [zod](https://zod.dev)).\n`,
  )
  expect(releaseNotes(changelog, '0.1.0')).toBe('- Flour.\n')
})

it('releaseNotes throws for a version without a section', () => {
  expect(() => releaseNotes('# Changes\n\n## 0.1.0\n', '0.1.0')).toThrow('no section "## 0.1.0"')
  expect(() => releaseNotes('# Changes\n', '0.1')).toThrow('no section "## 0.1"')
})

it('the changelog has a section for the current version', () => {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  expect(releaseNotes(readFileSync(inProject('CHANGELOG.md'), 'utf8'), version)).not.toBe('')
})
