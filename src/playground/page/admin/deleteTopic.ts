import { api } from '../api.js'
import { attempt, tell } from '../notices.js'
import { type Caller, control } from '../simulator.js'

/** Deletes a topic with all its messages, and says so; a checkpoint takes it back. @throws {Refused} */
export async function deleteTopic(caller: Caller, stream_id: number, topic_name: string): Promise<void> {
  const name = topic_name || 'no topic'
  const checkpoint = `before ${name} was deleted`
  await control('POST', '/checkpoints', { name: checkpoint })
  // The service deletes in batches, and says when nothing is left; older servers in a word of their own.
  for (;;) {
    const answer = await api(caller, 'POST /streams/{stream_id}/delete_topic', { stream_id, topic_name })
    const { complete, result } = answer as { complete?: boolean; result?: string }
    if (complete ?? result === 'success') break
  }
  tell('done', `The topic ${name} is deleted. Undo takes everything back to before that.`, () => {
    void attempt(() => control('POST', `/checkpoints/${encodeURIComponent(checkpoint)}/restore`))
  })
}
