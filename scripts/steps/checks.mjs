import { runNode } from './child.mjs'
import { tools } from './paths.mjs'

export const checkTypes = () =>
  check(
    tools.typescript,
    ['--noEmit', '--pretty', 'false'],
    'types agree',
    'mend the type errors above (`npm run check`).',
  )

export const lint = () =>
  check(
    tools.biome,
    ['ci', '--error-on-warnings', '--colors=off'],
    'nothing to say',
    '`npm run format` mends layout and imports; mend the rest by hand (`npm run lint`).',
  )

async function check(tool, args, note, advice) {
  const { code, output } = await runNode(tool, args)
  return code === 0 ? { ok: true, note } : { ok: false, output, advice }
}
