import type { Page } from 'playwright-core'

/**
 * Seconds of the processor that the page's thread needs from now until the function that it gives is called: those are its
 * own, however busy the machine is.
 */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const soFar = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await soFar()
  return async () => (await soFar()) - before
}
