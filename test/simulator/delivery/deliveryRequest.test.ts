import { describe, expect, it } from 'vitest'
import { nextHop } from '../../../src/simulator/delivery/attempt.js'
import { requestFor } from '../../../src/simulator/delivery/deliveryRequest.js'

const request = requestFor('https://bot.example.com/hook', { data: 'Käse' }, 'SvcOutgoingWebhook/12.0')

describe('the request to a bot', () => {
  it("has the headers of the server's HTTP library", () => {
    expect(request).toEqual({
      method: 'POST',
      url: 'https://bot.example.com/hook',
      headers: {
        'User-Agent': 'SvcOutgoingWebhook/12.0',
        'Accept-Encoding': 'gzip, deflate',
        Accept: '*/*',
        Connection: 'keep-alive',
        'Content-Type': 'application/json',
        'Content-Length': '21',
      },
      body: '{"data": "K\\u00e4se"}',
    })
  })

  it('sends credentials in the address as an Authorization header', () => {
    const { url, headers } = requestFor('http://me:p%40ss@127.0.0.1:8080/a?b=c', {}, 'x')
    expect(url).toBe('http://127.0.0.1:8080/a?b=c')
    expect(headers.Authorization).toBe(`Basic ${btoa('me:p@ss')}`)
  })

  it('keeps a percent sign in credentials that encodes nothing', () => {
    const { headers } = requestFor('http://100%:a%zz@127.0.0.1:8080/', {}, 'x')
    expect(headers.Authorization).toBe(`Basic ${btoa('100%:a%zz')}`)
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303])('with status %i turns the request into a GET without a body', (status) => {
    const { 'Content-Type': _, 'Content-Length': __, ...headers } = request.headers
    expect(nextHop(request, status, '/elsewhere')).toEqual({
      method: 'GET',
      url: 'https://bot.example.com/elsewhere',
      headers,
      body: undefined,
    })
  })

  it.each([307, 308])('with status %i keeps the method and the body', (status) => {
    expect(nextHop(request, status, 'http://127.0.0.1:1/')).toEqual({ ...request, url: 'http://127.0.0.1:1/' })
  })

  it('to another host drops the credentials', () => {
    const trusted = { ...request, headers: { ...request.headers, Authorization: 'Basic x' } }
    expect(nextHop(trusted, 307, '/b')).toMatchObject({ headers: { Authorization: 'Basic x' } })
    expect(nextHop(trusted, 307, 'https://other.example.com/b')).not.toHaveProperty('headers.Authorization')
  })

  it("to an invalid web address fails with the HTTP library's exception", () => {
    expect(nextHop(request, 302, 'ftp://bot.example.com/')).toMatchObject({ kind: 'exception', type: 'InvalidSchema' })
    expect(nextHop(request, 302, 'http://[')).toMatchObject({ kind: 'exception', type: 'InvalidURL' })
  })
})
