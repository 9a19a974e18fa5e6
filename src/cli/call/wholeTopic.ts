import { wholeTopics } from '../../client/deleteWholeTopic.js'
import type { CallOptions } from '../../client/index.js'
import { type Client, systemClock, type TopicDeletion } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import type { Output } from '../shared/output.js'

/**
 * Deletes a topic, request by request, until nothing is left of it, and gives the last answer. How far it got is shown
 * on standard error: as a bar on a terminal, as a line for each request elsewhere.
 */
export async function deleteWholeTopic(
  client: Client,
  params: Params<'streams.deleteTopic'>,
  options: CallOptions,
  output: Output,
): Promise<Readonly<Record<string, unknown>>> {
  let answer: Readonly<Record<string, unknown>> = {}
  const deleteTopic: Client['streams']['deleteTopic'] = async (...call) => {
    const read = await client.streams.deleteTopic(...call)
    answer = { ...read }
    return read
  }
  const progress = progressOn(output)
  try {
    await wholeTopics({ ...client.streams, deleteTopic }, systemClock).deleteWholeTopic(params, {
      ...options,
      onProgress: progress.show,
    })
  } finally {
    progress.end()
  }
  return answer
}

function progressOn({ terminal, note }: Output): { show(progress: TopicDeletion): void; end(): void } {
  const { err } = terminal
  if (!err.isTerminal) return { show: (progress) => note(progressLine(progress)), end: () => {} }
  let isShown = false
  return {
    show(progress) {
      isShown = true
      err.write(`\r${bar(progress)} ${progressLine(progress)}\u001b[K`)
    },
    end: () => isShown && err.write('\n'),
  }
}

/** The server does not say how much is left, so that the bar only fills up when all is gone. */
function bar({ requests, complete }: TopicDeletion): string {
  const filled = complete ? barWidth : Math.round(barWidth * (1 - 0.75 ** requests))
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
}

const barWidth = 20

function progressLine({ requests, elapsed, complete }: TopicDeletion): string {
  const count = requests === 1 ? '1 request' : `${requests} requests`
  return `${count}, ${(elapsed / 1000).toFixed(1)} s: ${complete ? 'all messages are gone' : 'messages are left'}`
}
