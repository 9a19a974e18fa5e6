import { parseJson } from '../../../../../values.js'
import { wireOf } from '../../../parsed.js'
import { type Caller, headersOf, Refused } from '../../simulator.js'

/** Uploads a file and gives its path. `progress` is told which part of it has gone, from 0 to 1. @throws {Refused} */
export function upload(
  caller: Caller,
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
    const answer = wireOf(parseJson(request.responseText))
    const url = answer.url ?? answer.uri
    if (typeof url === 'string') resolve(url)
    else fail(typeof answer.msg === 'string' ? answer.msg : `The service answered ${request.status}.`, answer)
  })
  signal?.addEventListener('abort', () => request.abort())
  const form = new FormData()
  form.append('file', file, file.name)
  request.open('POST', '/api/v1/user_uploads')
  for (const [name, value] of Object.entries(headersOf(caller))) request.setRequestHeader(name, value)
  request.send(form)
  return promise
}
