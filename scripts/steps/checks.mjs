import { availableParallelism } from 'node:os'
import { runNode } from './child.mjs'
import { inRoot, tools } from './paths.mjs'

/** Each checker looks anew at what several of them need, so more than there are processors make it slower. */
export const checkers = ['--checkers', String(Math.min(4, availableParallelism()))]

/** The page of the playground is checked by itself: what it runs in is a browser. */
const projects = { node: 'tsconfig.json', page: 'src/playground/page/tsconfig.json' }

export async function checkTypes() {
  for (const [name, project] of Object.entries(projects)) {
    const advice = `fix the type errors above (\`npx tsc -p ${project}\`).`
    // The compiler remembers what it has checked, and looks again only at what changed.
    const remembered = inRoot('node_modules', '.cache', 'earshot', `types-${name}.tsbuildinfo`)
    const result = await check(
      tools.typescript,
      ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', remembered, '--pretty', 'false', ...checkers],
      'types agree',
      advice,
    )
    if (!result.ok) return result
  }
  return { ok: true, note: 'types agree' }
}

/** Biome calls it a success if it only has something to inform of, such as a text put together by `+`. */
export const lint = ({ folder } = {}) =>
  check(
    tools.biome,
    ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=none'],
    'nothing to say',
    '`npm run format` mends layout and imports; fix the rest by hand (`npm run lint`).',
    { folder, complaint: /^Found \d+ info/m },
  )

async function check(tool, args, note, advice, { folder, complaint } = {}) {
  const { code, output } = await runNode(tool, args, { folder })
  return code === 0 && !complaint?.test(output) ? { ok: true, note } : { ok: false, output, advice }
}
