/** Faults that are worth a try, as they are written. */
export const presets: readonly { readonly title: string; readonly sentence: string }[] = [
  {
    title: 'The answer is lost after the message was sent',
    sentence: 'the next call of messages.send is reset after taking effect',
  },
  { title: 'The server fails twice', sentence: 'the next 2 calls of messages.send answer 503' },
  { title: 'Told to slow down', sentence: 'every third call answers 429 with Retry-After 2s' },
  { title: 'Nobody answers', sentence: 'the next call hangs' },
  { title: 'The answer is no JSON', sentence: 'the next call answers malformed JSON' },
  { title: 'The key was revoked', sentence: 'calls 3 and later find the key revoked' },
  { title: 'Delivered twice', sentence: 'every delivery is delivered twice' },
  { title: 'Delivered out of order', sentence: 'the next delivery is overtaken by the next 2' },
  { title: 'The bot’s answer is lost', sentence: 'the next delivery loses the answer' },
  { title: 'A token that is wrong', sentence: 'the next delivery carries a wrong token' },
  { title: 'A trigger nobody knows', sentence: 'the next delivery carries the trigger carrier_pigeon' },
  { title: 'A very long message', sentence: 'the next delivery carries 1000000 characters of content' },
]
