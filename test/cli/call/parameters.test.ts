import { endpoints } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { endpointCalled } from '../../../src/cli/call/call.js'
import { readTypedParameters } from '../../../src/cli/call/parameters.js'

const files: Readonly<Record<string, string>> = {
  'text.md': 'Hello **all**',
  'list.json': '[3, 1, 2]',
  '-': 'from outside',
}

function read(endpoint: string, ...typed: string[]) {
  return readTypedParameters(endpointCalled(endpoint), typed, async (path) => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error('missing'), { code: 'ENOENT' })
    return new TextEncoder().encode(text)
  })
}

describe('typed parameters', () => {
  it.each([
    ['streams.deleteTopic', ['stream_id=7', 'topic_name=lunch'], { stream_id: 7, topic_name: 'lunch' }],
    ['streams.deleteTopic', ['stream_id=7', 'topic_name='], { stream_id: 7, topic_name: '' }],
    ['streams.deleteTopic', ['stream_id=7', 'topic_name=12'], { stream_id: 7, topic_name: '12' }],
    ['streams.deleteTopic', ['stream_id=7', 'topic_name=a=b'], { stream_id: 7, topic_name: 'a=b' }],
    ['streams.deleteTopic', ['stream_id=7', 'topic_name=true'], { stream_id: 7, topic_name: 'true' }],
    ['streams.deleteTopic', ['stream_id=7', 'topic_name:="12"'], { stream_id: 7, topic_name: '12' }],
    ['streams.deleteTopic', ['stream_id=7', 'topic_name=one\ntwo'], { stream_id: 7, topic_name: 'one\ntwo' }],
    ['linkifiers.reorder', ['ordered_linkifier_ids=[3,1,2]'], { ordered_linkifier_ids: [3, 1, 2] }],
    ['linkifiers.reorder', ['ordered_linkifier_ids:=@list.json'], { ordered_linkifier_ids: [3, 1, 2] }],
    ['streams.list', ['include_public=false'], { include_public: false }],
    ['messages.render', ['content=@text.md'], { content: 'Hello **all**' }],
    ['messages.render', ['content=@-'], { content: 'from outside' }],
    ['messages.render', ['content=@**Echo** hi'], { content: '@**Echo** hi' }],
    ['messages.render', ['content=@_**Echo** hi'], { content: '@_**Echo** hi' }],
    ['messages.render', ['content=@*bakers*'], { content: '@*bakers*' }],
    ['messages.render', ['content=@@home'], { content: '@home' }],
    [
      'messages.send',
      ['type=channel', 'to=general', 'topic=x', 'content=y'],
      { type: 'channel', to: 'general', topic: 'x', content: 'y' },
    ],
    ['messages.send', ['type=direct', 'to=[8,9]', 'content=y'], { type: 'direct', to: [8, 9], content: 'y' }],
    ['messages.send', ['type=channel', 'to=7', 'content=7'], { type: 'channel', to: 7, content: '7' }],
  ] as const)('are parsed for %s: %j', async (endpoint, typed, params) => {
    expect(await read(endpoint, ...typed)).toEqual(params)
  })

  it('become a File for an upload', async () => {
    const { file } = await read('files.upload', 'file=@text.md')
    expect(file).toBeInstanceOf(File)
    expect([(file as File).name, await (file as File).text()]).toEqual(['text.md', 'Hello **all**'])
  })

  it.each([
    ['streams.deleteTopic', ['stream_id=seven', 'topic_name=x'], 'stream_id must be a whole number, not "seven"'],
    ['streams.deleteTopic', ['stream_id=1.5', 'topic_name=x'], 'stream_id must be a whole number, not "1.5"'],
    ['streams.deleteTopic', ['stream_id=', 'topic_name=x'], 'stream_id must be a whole number, not ""'],
    ['streams.deleteTopic', ['topic_name=x'], 'stream_id is missing'],
    [
      'streams.deleteTopic',
      ['stream_id=1', 'topic_nam=x'],
      'streams.deleteTopic has no parameter topic_nam (did you mean topic_name?); topic_name is missing',
    ],
    [
      'streams.deleteTopic',
      ['stream_id=1', 'topic_name=x', 'colour=red'],
      'streams.deleteTopic has no parameter colour; it has stream_id, topic_name',
    ],
    ['users.me', ['who=me'], 'users.me has no parameter who; it has none at all'],
    ['streams.deleteTopic', ['stream_id=1', 'stream_id=2', 'topic_name=x'], 'stream_id is given twice'],
    [
      'streams.deleteTopic',
      ['lunch', 'stream_id=1', 'topic_name=x'],
      '"lunch" is not a parameter: write key=value, key:=json or key=@file',
    ],
    ['streams.deleteTopic', ['stream_id:=seven', 'topic_name=x'], 'stream_id is not valid JSON: "seven"'],
    [
      'messages.render',
      ['content=@nowhere.md'],
      "the file nowhere.md for content can't be read (there is no such file)",
    ],
    ['messages.render', ['content:=5'], 'content must be text, not "5"'],
    ['files.upload', ['file=text.md'], 'file is a file: write file=@path'],
    ['topics.setVisibility', ['stream_id=1', 'topic=x', 'visibility_policy=9'], 'visibility_policy must be one of'],
    ['messages.list', ['anchor=sideways'], 'must be one of newest, oldest, first_unread, not "sideways"'],
    ['messages.list', ['narrow=[{"operator":5,"operand":"x"}]'], 'is wrong at operator: it must be text'],
    ['messages.edit', ['message_id=5'], 'at least one of `content`, `topic` and `stream_id` must be given'],
    [
      'linkifiers.reorder',
      ['ordered_linkifier_ids=3,1'],
      'ordered_linkifier_ids must be a list, as JSON such as [1, 2], not "3,1"',
    ],
  ] as const)('are rejected for %s: %j', async (endpoint, typed, problem) => {
    await expect(read(endpoint, ...typed)).rejects.toThrow(problem)
    await expect(read(endpoint, ...typed)).rejects.toMatchObject({ code: 'usage' })
  })

  it('are rejected with all errors at once and a hint', async () => {
    await expect(read('streams.deleteTopic', 'stream_id=x', 'topc=1')).rejects.toThrow(
      'streams.deleteTopic was not sent: stream_id must be a whole number, not "x"; streams.deleteTopic has no parameter topc; ' +
        'it has stream_id, topic_name; topic_name is missing. ' +
        'What it takes: earshot call streams.deleteTopic --help',
    )
  })

  it('are shortened in errors', async () => {
    const long = 'x'.repeat(10_000)
    const error: Error = await read('streams.deleteTopic', `stream_id=${long}`, 'topic_name=x').catch((one) => one)
    expect(error.message.length).toBeLessThan(300)
  })
})

describe('the name of an endpoint', () => {
  it.each(endpoints.map(({ name }) => name))('%s finds its endpoint', (name) => {
    expect(endpointCalled(name).name).toBe(name)
  })

  it.each([
    ['streams.deletetopic', 'Did you mean streams.deleteTopic?'],
    ['deleteTopic', 'Did you mean streams.deleteTopic?'],
    ['streams.deleteTopik', 'Did you mean streams.deleteTopic?'],
    ['channels.deleteTopic', 'Did you mean streams.deleteTopic?'],
    ['topics.nothing', 'Did you mean topics.setVisibility or topics.setMuted?'],
    ['presence', 'presence.list'],
    ['', 'earshot call --list'],
    ['qqqqqq', 'earshot call --list'],
    ['constructor', 'earshot call --list'],
    ['__proto__', 'earshot call --list'],
  ])('%j causes an error with suggestions', (written, advice) => {
    expect(() => endpointCalled(written)).toThrow(advice)
  })
})
