import { Bot } from 'earshot'
import { runTranscript, TranscriptError } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

/** What is said of a transcript that can't be played. */
async function complaint(text: string): Promise<string> {
  const error = await runTranscript(text, { bot: () => new Bot(), file: 'lunch.chat' }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(TranscriptError)
  return (error as TranscriptError).message
}

const inLunch = (line: string) => `# kitchen > lunch\n${line}\n`

describe('the error of an invalid transcript', () => {
  it.each([
    ['a setting', 'bto: Echo\n# kitchen > lunch\n', 1, 'bto: Echo', 'Did you mean "bot"?'],
    ['a role', 'role: admin\n# kitchen > lunch\n', 1, 'role: admin', 'administrator'],
    ['a time zone', 'timezone: Europe/Rom\n', 1, 'timezone: Europe/Rom', 'Did you mean "Europe/Rome"?'],
    ['a level', 'level: 176 or so\n', 1, 'level: 176 or so', '39 to 169'],
    ['a date', 'start: 2026-02-30 09:00\n', 1, 'start:', 'a date and a time'],
    ['a setting said twice', 'bot: Echo\nbot: Echo\n', 2, 'bot: Echo', 'only once'],
    ['a bot', 'bot: Yeast Counter\n# kitchen > lunch\n', 1, 'bot: Yeast Counter', 'a bot that the server calls'],
    ['an owner', 'owner: Falstaff\n# kitchen > lunch\n', 1, 'owner: Falstaff', 'a person of the organisation'],
    [
      'a file',
      'organisation: bakery.yaml\n# kitchen > lunch\n',
      1,
      'organisation: bakery.yaml',
      'the option `organisation`',
    ],
    ['words without a place', 'Iago: hi\n', 1, 'Iago: hi', 'a place, such as "# kitchen > lunch"'],
    ['a channel', '# kitchn > lunch\n', 1, 'kitchn', 'Did you mean "kitchen"?'],
    ['a channel without a topic', '# kitchen\n', 1, 'kitchen', 'Did you mean "# kitchen > topic"?'],
    ['a person', inLunch('Iagoo: hi'), 2, 'Iagoo', 'Did you mean "Iago"?'],
    ['a verb', inLunch('Iago delets "hi"'), 2, 'Iago delets', 'Did you mean "Iago deletes …"?'],
    ['rules', 'rules: off\n', 1, 'rules: off', '"on"'],
    ['a person of a transcript with rules', `rules: on\n${inLunch('Iagoo: hi')}`, 3, 'Iagoo', 'Did you mean "Iago"?'],
    ['levels', inLunch('[levels 169 to 39] Iago: hi'), 2, '[levels 169 to 39]', 'the lower level first'],
    ['a level below all', inLunch('[below level 0] Iago: hi'), 2, '[below level 0]', 'the lower level first'],
    ['a directive', inLunch('[rstart]'), 2, '[rstart]', 'Did you mean "[restart]"?'],
    ['a stretch of time', inLunch('[5 minutes]'), 2, '[5 minutes]', 'Did you mean "[5 minutes later]"?'],
    ['a bracket', inLunch('[restart'), 2, '[restart', 'a "]" at the end'],
    ['a fault', inLunch('[fault: the next cal is dropped]'), 2, 'the next cal is dropped', 'Did you mean'],
    [
      'an endpoint',
      inLunch('* topics.setVisibilty stream_id=2'),
      2,
      'topics.setVisibilty',
      'Did you mean "topics.setVisibility"?',
    ],
    ['a parameter', inLunch('* topics.setVisibility streem_id=2'), 2, 'streem_id', 'Did you mean "stream_id"?'],
    ['a value', inLunch('Iago calls users.setOwnStatus status_text="a'), 2, 'status_text="a', 'parameters such as'],
    ['a placeholder', inLunch('Echo: {{tiem}}'), 2, '{{tiem}}', 'Did you mean "{{time}}"?'],
    ['a name that nothing gave', inLunch('Iago: {{id:order}}'), 2, '{{id:order}}', 'above'],
    ['a name of two kinds', inLunch('Echo: {{id:a}}\nEcho: {{word:a}}'), 3, '{{word:a}}', 'id'],
    ['nothing said', inLunch('Iago:'), 2, 'Iago:', 'some text'],
    ['an indentation', inLunch('\n  lost'), 3, 'lost', 'no indentation here'],
    ['text where none belongs', inLunch('Iago deletes "x"\n  more'), 2, 'more', 'no text below'],
    ['somebody who is not there', '# Iago, Echo\nHamlet: hi\n', 2, 'Hamlet', '# Iago, Echo'],
    ['an unknown message', inLunch('Iago deletes "Tea?"'), 2, 'Iago deletes', 'no message there'],
    ['somebody else’s message', inLunch('Iago edits "Soup?": Tea?'), 2, 'Iago edits', 'it says'],
    [
      'a time in the past',
      'start: 2026-03-02 09:00\n# kitchen > lunch\n[at 2026-03-01 09:00]\n',
      3,
      '[at 2026-03-01',
      'has passed',
    ],
    [
      'credentials that the bot lacks',
      inLunch('* as Hamlet: users.setOwnStatus status_text=x'),
      2,
      'as Hamlet',
      'owner',
    ],
  ])('names the line and the fix: %s', async (_, text, line, found, advice) => {
    const said = await complaint(text)
    expect(said).toContain(`lunch.chat:${line}: found "`)
    expect(said).toContain(found)
    expect(said).toContain(advice)
  })

  it('lists all problems in order', async () => {
    const said = await complaint('# kitchn > lunch\nIagoo: hi\n[level 9000]\n')
    expect(said.split('\n').map((line) => line.slice(0, 12))).toEqual(['lunch.chat:1', 'lunch.chat:2', 'lunch.chat:3'])
  })
})
