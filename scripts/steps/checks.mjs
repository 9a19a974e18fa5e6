import { availableParallelism } from 'node:os'
import { runNode } from './child.mjs'
import { tools } from './paths.mjs'

/** Each checker looks anew at what several of them need, so more than there are processors make it slower. */
export const checkers = ['--checkers', String(Math.min(4, availableParallelism()))]

/** The page of the playground is checked by itself: what it runs in is a browser. */
export async function checkTypes() {
  for (const project of ['tsconfig.json', 'src/simulator/playground/page/tsconfig.json']) {
    const advice = `mend the type errors above (\`npx tsc -p ${project}\`).`
    const result = await check(
      tools.typescript,
      ['-p', project, '--noEmit', '--pretty', 'false', ...checkers],
      'types agree',
      advice,
    )
    if (!result.ok) return result
  }
  return { ok: true, note: 'types agree' }
}

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
