import { Client } from 'earshot/client'
import { NodeClient } from 'earshot/node'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { expect, it } from 'vitest'

it.each([
  ['Client', (given: never) => new Client(given)],
  ['NodeClient', (given: never) => new NodeClient(given)],
  ['createReceiver', (given: never) => createReceiver(given)],
  ['createSimulator', (given: never) => createSimulator(given)],
])('%s refuses options that are no object without repeating them', (_, make) => {
  for (const given of ['https://iago:sesame@chat.example.com', 7n, null]) {
    let message = ''
    try {
      make(given as never)
    } catch (error) {
      message = String(error)
    }
    expect(message).toMatch(/as an object/)
    expect(message).not.toContain('sesame')
  }
})
