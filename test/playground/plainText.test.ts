import { expect, it } from 'vitest'
import { plainText } from '../../src/playground/page/plainText.js'

it.each([
  ['soup', 'soup'],
  ['@**Echo|20** try `npm test` in #**kitchen>lunch**, **now**', '@Echo try npm test in #kitchen>lunch, now'],
  ['@_**Hamlet** said 2 ** 3 * 4 and List<string>', '@Hamlet said 2 ** 3 * 4 and List<string>'],
  ['<p><span class="user-mention">@Echo</span> a &lt; b &amp;lt; c</p>', '@Echo a < b &lt; c'],
])('the message %j is listed as %j', (content, listed) => {
  expect(plainText(content)).toBe(listed)
})
