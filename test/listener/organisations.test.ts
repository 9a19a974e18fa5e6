import { silent } from 'earshot'
import { createListener } from 'earshot/listener'
import { describe, expect, it } from 'vitest'

describe('a listener whose bots are looked up', () => {
  it('is refused, since it is not known for which bots to listen', () => {
    expect(() => createListener({ bots: (() => undefined) as never, log: silent })).toThrow(
      expect.objectContaining({
        code: 'receiver_option',
        option: 'bots',
        message: expect.stringMatching(/is a function, .* Give the bots as a list/),
      }),
    )
  })
})
