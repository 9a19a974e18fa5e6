import { ApiError } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { inEachWorld } from './worlds.js'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (thrown: unknown) => thrown as ApiError,
  )

describe('the transitions of section 3', () => {
  inEachWorld((open) => {
    it('deactivating a user deactivates the bots of that user first', async () => {
      const world = await open()
      const order: number[] = []
      world.simulator.realm.onEvent((event) => {
        const person = (event as { person?: { user_id: number; is_active?: boolean } }).person
        if (event.type === 'realm_user' && person?.is_active === false) order.push(person.user_id)
      })
      const owner = world.as('desdemona')
      const yeast = world.as('yeast counter')
      expect((await yeast.users.me()).is_active).toBe(true)
      await owner.users.deactivate({ user_id: 10 })

      expect(order.at(-1)).toBe(10)
      expect(order.slice(0, -1).sort()).toStrictEqual([21, 22])
      for (const user_id of [10, 21, 22]) {
        expect((await owner.users.get({ user_id })).user.is_active).toBe(false)
      }
      expect(await refusal(yeast.users.me())).toMatchObject({ code: 'UNAUTHORIZED', msg: 'Account is deactivated' })
    })

    it("the only owner can't be deactivated", async () => {
      const world = await open()
      const owner = world.as('desdemona')
      expect(await refusal(owner.users.deactivate({ user_id: 7 }))).toMatchObject({ code: 'BAD_REQUEST' })
      expect((await owner.users.get({ user_id: 7 })).user.is_active).toBe(true)
    })

    it("deactivation actions delete the given data of the user and the user's bots", async () => {
      const world = await open()
      const owner = world.as('desdemona')
      const yeast = world.as('yeast counter')
      const sent = await yeast.messages.send({ type: 'channel', to: 2, topic: 'yeast', content: 'All alive' })
      await owner.users.deactivate({
        user_id: 10,
        actions: { delete_profile: true, delete_public_channel_messages: true },
      })
      expect(await refusal(owner.messages.get({ message_id: sent.id }))).toMatchObject({ msg: 'Invalid message(s)' })
      expect(await refusal(owner.messages.get({ message_id: 106 }))).toMatchObject({ msg: 'Invalid message(s)' })
      const { user } = await owner.users.get({ user_id: 10 })
      expect(user.full_name).not.toBe('Hamlet')
      expect(user.is_active).toBe(false)
    })

    it('an unused group can be deactivated, and only once', async () => {
      const world = await open()
      const owner = world.as('desdemona')
      await owner.userGroups.deactivate({ user_group_id: 22 })
      const listed = (await owner.userGroups.list()).user_groups.map(({ id }) => id)
      expect(listed).not.toContain(22)
      const all = (await owner.userGroups.list({ include_deactivated_groups: true })).user_groups
      expect(all.find(({ id }) => id === 22)).toMatchObject({ deactivated: true })
      expect(await refusal(owner.userGroups.deactivate({ user_group_id: 22 }))).toMatchObject({
        msg: 'User group is deactivated.',
      })
    })

    it("a group in use can't be deactivated", async () => {
      const world = await open()
      const owner = world.as('desdemona')
      expect(await refusal(owner.userGroups.deactivate({ user_group_id: 24 }))).toMatchObject({
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      })
      const { user_groups } = await owner.userGroups.list()
      expect(user_groups.find(({ id }) => id === 24)?.deactivated ?? false).toBe(false)
    })

    it.each([0, 1, 2, 3] as const)('a topic accepts the visibility policy %i even without messages', async (policy) => {
      const world = await open()
      const client = world.as('hamlet')
      await client.topics.setVisibility({ stream_id: 2, topic: 'not begun', visibility_policy: policy })
      await client.topics.setVisibility({ stream_id: 2, topic: 'Not Begun', visibility_policy: policy })
      // A server of an older level tells the state apart: it refuses to mute a muted topic.
      world.simulator.realm.featureLevel = 169
      const older = await world.raw('hamlet', 'PATCH', '/users/me/subscriptions/muted_topics', {
        stream_id: '2',
        topic: 'not begun',
        op: 'add',
      })
      expect(older.json.result).toBe(policy === 1 ? 'error' : 'success')
    })

    it('the old endpoint mutes and unmutes repeatedly', async () => {
      const world = await open()
      const client = world.as('hamlet')
      for (const op of ['add', 'add', 'remove', 'remove'] as const) {
        expect(await client.topics.setMuted({ stream: 'kitchen', topic: 'lunch', op })).toStrictEqual({
          result: 'success',
          msg: '',
        })
      }
    })

    it('muting a user marks existing and future messages of that user as read', async () => {
      const world = await open()
      const hamlet = world.as('hamlet')
      const cordelia = world.as('cordelia')
      const before = await cordelia.messages.send({ type: 'channel', to: 2, topic: 'lunch', content: 'Cake?' })
      const flags = async (message_id: number) => {
        const { messages } = await hamlet.messages.list({ message_ids: [message_id] })
        return messages[0]?.flags ?? []
      }
      expect(await flags(before.id)).not.toContain('read')
      await hamlet.users.mute({ muted_user_id: 11 })
      expect(await flags(before.id)).toContain('read')
      const after = await cordelia.messages.send({ type: 'channel', to: 2, topic: 'lunch', content: 'Anyone?' })
      expect(await flags(after.id)).toContain('read')

      expect(await refusal(hamlet.users.mute({ muted_user_id: 11 }))).toMatchObject({ msg: 'User already muted' })
      await hamlet.users.unmute({ muted_user_id: 11 })
      const later = await cordelia.messages.send({ type: 'channel', to: 2, topic: 'lunch', content: 'Hello?' })
      expect(await flags(later.id)).not.toContain('read')
    })

    it('a topic is deleted in batches, newest first, until it is empty', async () => {
      const world = await open({ assumptions: { deleteBatchesPerRequest: 1 } })
      const iago = world.as('iago')
      const ids: number[] = []
      for (let n = 0; n < 250; n += 1) {
        ids.push((await iago.messages.send({ type: 'channel', to: 2, topic: 'flood', content: `Drop ${n}` })).id)
      }
      const inTopic = async () => {
        const { messages } = await iago.messages.list({
          anchor: 'newest',
          num_before: 1000,
          num_after: 0,
          narrow: [
            { operator: 'channel', operand: 'kitchen' },
            { operator: 'topic', operand: 'flood' },
          ],
        })
        return messages.map(({ id }) => id)
      }
      expect((await iago.streams.deleteTopic({ stream_id: 2, topic_name: 'flood' })).complete).toBe(false)
      expect(await inTopic()).toStrictEqual(ids.slice(0, 150))
      const progress: boolean[] = []
      await iago.streams.deleteWholeTopic(
        { stream_id: 2, topic_name: 'flood' },
        { onProgress: ({ complete }) => progress.push(complete) },
      )
      expect(progress).toStrictEqual([false, true])
      expect(await inTopic()).toStrictEqual([])
    })

    it("a failed scheduled message can't be edited without a new time", async () => {
      const world = await open()
      const iago = world.as('iago')
      expect(await refusal(iago.scheduledMessages.edit({ scheduled_message_id: 3, content: 'Again' }))).toBeInstanceOf(
        ApiError,
      )
      await iago.scheduledMessages.edit({
        scheduled_message_id: 3,
        type: 'channel',
        to: 2,
        topic: 'closing',
        scheduled_delivery_timestamp: 4_000_000_000,
      })
      const { scheduled_messages } = await iago.scheduledMessages.list()
      expect(scheduled_messages.find((one) => one.scheduled_message_id === 3)).toMatchObject({
        failed: false,
        to: 2,
        scheduled_delivery_timestamp: 4_000_000_000,
      })
    })

    it('linkifiers are returned in the order that was set', async () => {
      const world = await open()
      const iago = world.as('iago')
      await iago.linkifiers.reorder({ ordered_linkifier_ids: [3, 1, 2] })
      expect((await iago.linkifiers.list()).linkifiers.map(({ id }) => id)).toStrictEqual([3, 1, 2])
    })

    it('profile fields are returned in the order that was set', async () => {
      const world = await open()
      const iago = world.as('iago')
      await iago.profileFields.reorder({ order: [2, 4, 1, 3] })
      expect((await iago.profileFields.list()).custom_fields.map(({ id }) => id)).toStrictEqual([2, 4, 1, 3])
    })
  })
})
