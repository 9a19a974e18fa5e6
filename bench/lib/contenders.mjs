import { startChild } from './child.mjs'
import { cores } from './machine.mjs'

/**
 * Starts those who can run here, each in a process of its own on the core for what is measured. Who needs a package that is not
 * installed is left out by name.
 *
 * @param wanted `[{ name, module, options? }]`
 */
export async function startAll(wanted) {
  const started = []
  const absent = []
  for (const { name, module, options, ...more } of wanted) {
    try {
      started.push({ name, child: await startChild(module, options, { core: cores.measured }), ...more })
    } catch (error) {
      if (!/Cannot find (package|module) '[^/.]/.test(error.message)) throw error
      absent.push({ name, why: 'its package is not installed (npm ci in bench/)' })
    }
  }
  return { started, absent, stop: () => Promise.all(started.map(({ child }) => child.stop())) }
}
