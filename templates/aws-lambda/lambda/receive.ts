import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createReceiver } from 'earshot/receiver'
import { withBots } from './withBots.js'

/** Behind a function URL: takes a delivery, puts it into the queue, wakes who works on it, and acknowledges it. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const answer = await withBots((bots) =>
    createReceiver(bots).fetch(requestOf(event), { remoteAddress: event.requestContext.http.sourceIp }),
  )
  if (event.requestContext.http.method === 'POST' && answer.ok) await wake()
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}

function requestOf({ requestContext, rawPath, headers, body, isBase64Encoded }: APIGatewayProxyEventV2): Request {
  const { method } = requestContext.http
  const url = new URL(rawPath, `https://${requestContext.domainName}`)
  const given = new Headers(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  if (body === undefined || method === 'GET' || method === 'HEAD') return new Request(url, { method, headers: given })
  return new Request(url, { method, headers: given, body: isBase64Encoded ? Buffer.from(body, 'base64') : body })
}

/** The delivery is safe by now: where nobody can be woken, the schedule sees to it within a minute. */
async function wake(): Promise<void> {
  try {
    await lambda.send(new InvokeCommand({ FunctionName: process.env.WORK_FUNCTION, InvocationType: 'Event' }))
  } catch (error) {
    console.warn('The working function could not be woken:', error)
  }
}

const lambda = new LambdaClient()
