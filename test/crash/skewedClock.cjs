// Loaded before a member, and in each of its threads: the wall clock is off by what a file says, as when an operator or a time server sets it.
const { readFileSync, statSync } = require('node:fs')

const file = process.env.CRASH_CLOCK
const real = Date.now
let [offset, changed] = [0, 0]

function look() {
  try {
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== changed) offset = Number(readFileSync(file, 'utf8'))
    changed = mtimeMs
  } catch {
    // Not set yet.
  }
}

if (file) {
  look()
  setInterval(look, 20).unref()
  const OwnDate = Date
  globalThis.Date = class extends OwnDate {
    constructor(...given) {
      super(...(given.length === 0 ? [real() + offset] : given))
    }
    static now = () => real() + offset
  }
}
