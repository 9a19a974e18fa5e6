import { createServer, type IncomingMessage } from 'node:http'
import { pathToFileURL } from 'node:url'

/**
 * Calls two functions as Lambda does: the first for what comes to its function URL, with the event that this makes of it;
 * the second when its API is asked to, and after it has said that it will.
 */

const [receivePath = '', workPath = ''] = process.argv.slice(2)
const host = createServer(async (request, response) => {
  const body = await bodyOf(request)
  if (request.url?.startsWith('/2015-03-31/functions/')) {
    const [, , , name] = request.url.split('/')
    const isAsked = name === 'Work' && request.headers['x-amz-invocation-type'] === 'Event'
    response.writeHead(isAsked ? 202 : 400).end()
    if (isAsked) await work({}, { getRemainingTimeInMillis: () => 600_000 })
    return
  }
  const answer = await receive(eventOf(request, body), {})
  response.writeHead(answer.statusCode, answer.headers).end(answer.body)
}).listen(0, '127.0.0.1')

await new Promise((resolve) => host.once('listening', resolve))
const address = host.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
process.env.AWS_ENDPOINT_URL_LAMBDA = url
const { handler: receive }: { handler: (event: object, context: object) => Promise<Answer> } = await load(receivePath)
const { handler: work }: { handler: (event: object, context: object) => Promise<void> } = await load(workPath)
console.log(url)

interface Answer {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: string
}

function load(path: string) {
  return import(pathToFileURL(path).href)
}

/** What comes in is in Base64 where it is not known to be text. */
function eventOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer) {
  const isText = /^text\/|json/.test(headers['content-type'] ?? '')
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: url,
    rawQueryString: '',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    requestContext: {
      domainName: 'echo.lambda-url.eu-central-1.on.aws',
      http: { method, path: url, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: headers['user-agent'] },
      stage: '$default',
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
