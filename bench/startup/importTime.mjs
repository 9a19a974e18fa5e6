/** Imports what is named, and prints how many milliseconds that took; with `simulator`, how long one takes to be made then. */
const [, , what, ...modules] = process.argv
const begun = performance.now()
const [imported] = await Promise.all(modules.map((module) => import(module)))
const took = performance.now() - begun
if (what === 'simulator') {
  const beforeMade = performance.now()
  const simulator = imported.createSimulator()
  simulator.credentials('echo')
  const made = performance.now() - beforeMade
  await simulator.close()
  console.log(made)
} else {
  console.log(took)
}
