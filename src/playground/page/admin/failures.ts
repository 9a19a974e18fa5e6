/** A message as far as the reason of a failure is looked for in it. */
export interface Notice {
  readonly content: string
}

/**
 * Why a scheduled message could not be sent: the service tells its sender in a direct message, which names the time that
 * it was to be sent at. Undefined where there is no such message.
 */
export function reasonOf(due: number, notices: readonly Notice[]): string | undefined {
  const time = new Date(due * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  const notice = notices.findLast(({ content }) => content.includes(`<time:${time}>`) && content.includes('not sent'))
  return notice?.content.match(/^> (.*)$/m)?.[1]
}
