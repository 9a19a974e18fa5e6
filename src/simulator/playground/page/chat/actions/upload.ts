import { type Caller, Refused } from '../../simulator.js'

/** Uploads a file and gives its path. `progress` is told which part of it has gone, from 0 to 1. @throws {Refused} */
export function upload(
  { email, api_key }: Caller,
  file: File,
  progress: (part: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // `fetch` does not tell how much has gone.
  const request = new XMLHttpRequest()
  const fail = (message: string, answer?: unknown) =>
    reject(new Refused(request.status, 'FAILED', `${file.name}: ${message}`, answer))
  request.upload.addEventListener('progress', ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total))
  request.addEventListener('error', () => fail('The simulator does not answer. Is it still running?'))
  request.addEventListener('abort', () => fail('the upload was stopped.'))
  request.addEventListener('load', () => {
    const answer = parsed(request.responseText)
    if (typeof answer.url === 'string') resolve(answer.url)
    else if (typeof answer.uri === 'string') resolve(answer.uri)
    else fail(typeof answer.msg === 'string' ? answer.msg : `The service answered ${request.status}.`, answer)
  })
  signal?.addEventListener('abort', () => request.abort())
  const form = new FormData()
  form.append('file', file, file.name)
  request.open('POST', '/api/v1/user_uploads')
  request.setRequestHeader('authorization', `Basic ${base64(`${email}:${api_key}`)}`)
  request.setRequestHeader('earshot-client', 'playground')
  request.send(form)
  return promise
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch {
    return {}
  }
}
