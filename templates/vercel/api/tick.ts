import { receiver } from './_receiver.js'

/** Called by the timer in vercel.json: does what is due without a message, such as schedules and questions whose time is up. */
export async function GET(request: Request): Promise<Response> {
  const { CRON_SECRET } = process.env
  if (CRON_SECRET === undefined || request.headers.get('authorization') !== `Bearer ${CRON_SECRET}`) {
    return new Response('This is for the timer alone.\n', { status: 401 })
  }
  const next = await receiver.tick()
  return Response.json({ next: next === undefined ? null : new Date(next).toISOString() })
}
