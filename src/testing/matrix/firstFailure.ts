/**
 * The line of a test run's output that says best what failed first: the first error after the first failed test, or as
 * near to it as the output comes. Undefined for output without a word.
 */
export function firstFailure(output: string): string | undefined {
  const lines = plain(output)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const failed = lines.findIndex((line) => failedTest.test(line))
  return (
    lines
      .slice(Math.max(0, failed))
      .find((line) => anError.test(line))
      ?.replace(/^E\s+/, '') ??
    lines[failed] ??
    lines.find((line) => anError.test(line)) ??
    lines.at(-1)
  )
}

/** How Vitest, Jest, node:test, TAP, pytest and others mark a test that failed. */
const failedTest = /^(?:FAIL(?:ED)?\b|[✖×✗✕●]\s|not ok\b|---\s*FAIL)/

/** A line that begins with the name of an error, as most languages print them. */
const anError = /^(?:E\s+)?(?:Uncaught\s+)?(?:[\w$]+\.)*[\w$]*(?:Error|Exception)\b[^:]{0,40}:\s*\S/

/** The text without what colours it. */
function plain(text: string): string {
  return text.replace(colour, '')
}

const escapeCharacter = String.fromCharCode(27)
const colour = new RegExp(`${escapeCharacter}\\[[0-9;?]*[A-Za-z]`, 'g')
