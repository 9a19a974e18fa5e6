import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'

/**
 * Runs a program in the checkout, or in another folder, until it ends. `{ show: true }` lets it write to our own output, otherwise what it
 * writes is handed back; `{ show: true, keep: true }` does both. A signal to us goes on to the program, and once that has ended, we end as it did.
 */
export function run(
  command,
  args,
  { folder = root, show = false, keep = !show, env = {}, limitMs = 0, node = false } = {},
) {
  return new Promise((resolve) => {
    let output = ''
    let tookTooLong = false
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: keep ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // On Windows npm is a .cmd file, which only a shell can start.
      shell: process.platform === 'win32' && !node,
    })
    const stopPassingOn = passSignalsOn(child)
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      // Characters must not be torn where pieces end.
      from?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (show) to.write(text)
      })
    }

    const timers = []
    if (limitMs > 0) {
      timers.push(
        setTimeout(() => {
          tookTooLong = true
          child.kill('SIGTERM')
          timers.push(setTimeout(() => child.kill('SIGKILL'), 5_000))
        }, limitMs),
      )
    }

    const end = (code, signal) => {
      for (const timer of timers) clearTimeout(timer)
      const interrupted = stopPassingOn()
      if (interrupted) endAs(code, signal)
      else resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), output, tookTooLong })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      end(127, null)
    })
    child.on('close', end)
  })
}

/** Runs one of our tools, or any other file of JavaScript, with this Node or with the one given. */
export const runNode = (file, args, { executable = process.execPath, ...options } = {}) =>
  run(executable, [file, ...args], { ...options, node: true })

/** Runs npm: the one that started us, or else the one on the path. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  return npm && /npm-cli\.[cm]?js$/.test(npm) ? runNode(npm, args, options) : run('npm', args, options)
}

/** Sends our signals on to the child until the function that it returns is called; that one tells whether any came. */
function passSignalsOn(child) {
  const seen = new Set()
  const passOn = (signal) => {
    // A terminal sends Ctrl-C to everyone and npm sends it on again: one is enough for the child.
    if (!seen.has(signal)) child.kill(signal)
    seen.add(signal)
  }
  for (const signal of passedOn) process.on(signal, passOn)
  return () => {
    for (const signal of passedOn) process.off(signal, passOn)
    return seen.size > 0
  }
}

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A shell tells an interrupted program by its signal, so a child that died of one takes us along by the same. */
function endAs(code, signal) {
  if (signal) process.kill(process.pid, signal)
  else process.exit(code)
}
