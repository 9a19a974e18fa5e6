import { bakery } from 'earshot/simulator'
import fc from 'fast-check'
import { anyChannel, anyTopic } from './messageRules.js'
import { channelOf, channelWord, isOpen, type Model, type Person, policyKey, topicNamed } from './model.js'
import { done, type Expected, refused, rule } from './rule.js'

const anyUser = fc.constantFrom(7, 8, 10, 11, 12, 13, 14, 17, 20, 21, 99)

/** Topic preferences, users, groups, linkifiers, scheduled messages, and what holds for every call. */
export const otherRules = {
  setVisibility: rule({
    args: fc.record({ stream_id: anyChannel, topic: anyTopic, visibility_policy: fc.constantFrom(0, 1, 2, 3) }),
    call: (fields) => ({ method: 'POST', path: '/user_topics', fields }),
    expect(model, caller, { stream_id: channel, topic: given, visibility_policy: policy }) {
      if (model.level < 170) return 'missing'
      const topic = topicNamed(model, given)
      if (policy === 3 && model.level < 219) {
        return refused('Invalid visibility_policy: Value error, Not in the list of possible values')
      }
      if (topic === '' && model.level < 334) return refused("Topic can't be empty!")
      const isFine = policy === 0 ? channelOf(channel) !== undefined : isOpen(model, caller, channel)
      if (!isFine) return refused(`Invalid ${channelWord(model)} ID`)
      model.policies.set(policyKey(caller, channel, topic), policy)
      return done
    },
  }),

  setMuted: rule({
    // Few topics, so that some are muted twice.
    args: fc.record({
      stream_id: fc.constantFrom(2, 2, 2, 4, 5, 99),
      topic: fc.constantFrom('lunch', 'Lunch', 'general chat'),
      op: fc.constantFrom('add', 'add', 'remove', 'remove', 'toggle'),
    }),
    call: (fields) => ({ method: 'PATCH', path: '/users/me/subscriptions/muted_topics', fields }),
    expect(model, caller, { stream_id: channel, topic, op }) {
      if (op === 'toggle') return refused('Invalid op')
      if (op === 'remove' && channelOf(channel) === undefined) return refused('Topic is not muted')
      if (op === 'add' && !isOpen(model, caller, channel)) return refused(`Invalid ${channelWord(model)} ID`)
      const key = policyKey(caller, channel, topicNamed(model, topic))
      const isMuted = model.policies.get(key) === 1
      if (model.level < 170 && op === 'add' && isMuted) return refused('Topic already muted')
      if (model.level < 170 && op === 'remove' && !isMuted) return refused('Topic is not muted')
      model.policies.set(key, op === 'add' ? 1 : 0)
      return done
    },
  }),

  muteUser: rule({
    args: fc.record({ id: anyUser, method: fc.constantFrom('POST', 'DELETE') }),
    call: ({ id, method }) => ({ method, path: `/users/me/muted_users/${id}` }),
    expect(model, caller, { id, method }) {
      if (model.level < 48) return 'missing'
      const target = model.people.get(id)
      const muted = model.muted.get(caller.id) ?? new Set()
      model.muted.set(caller.id, muted)
      if (method === 'DELETE') {
        if (target === undefined) return refused('No such user')
        return muted.delete(id) ? done : refused('User is not muted')
      }
      if (id === caller.id) return refused('Cannot mute self')
      if (target === undefined) return refused('No such user')
      if (target.isBot && model.level < 188) return refused('No such user')
      if (muted.has(id)) return refused('User already muted')
      muted.add(id)
      return done
    },
  }),

  lookUp: rule({
    args: fc.record({ id: anyUser }),
    call: ({ id }) => ({ method: 'GET', path: `/users/${id}` }),
    expect(model, caller, { id }) {
      const target = model.people.get(id)
      if (target === undefined) return refused('No such user')
      const knows = knowsAddress(caller, target)
      const address = [...bakery.users, ...bakery.bots].find((one) => one.user_id === id)?.email
      return {
        ok: {
          user: {
            user_id: id,
            full_name: target.name,
            is_active: target.isActive,
            is_bot: target.isBot,
            delivery_email: knows ? address : model.level >= 163 ? null : undefined,
            is_billing_admin: model.level < 363 ? false : undefined,
            is_imported_stub: model.level >= 433 ? false : undefined,
          },
        },
      }
    },
  }),

  deactivate: rule({
    args: fc.record({ id: fc.constantFrom(7, 11, 14, 17, 21, 99) }),
    call: ({ id }) => ({ method: 'DELETE', path: `/users/${id}` }),
    expect(model, caller, { id }) {
      const target = model.people.get(id)
      if (target === undefined || target.isBot) return refused('No such user')
      if (!target.isActive) return refused('User is deactivated')
      if (!caller.isAdministrator) return refused('Insufficient permission')
      // Desdemona is the only owner there is.
      if (id === 7) return refused('Cannot deactivate the only organization owner')
      target.isActive = false
      return done
    },
  }),

  isMember: rule({
    args: fc.record({ group: fc.constantFrom(20, 21, 22, 23, 99), user: anyUser, directly: fc.boolean() }),
    call: ({ group, user, directly }) => ({
      method: 'GET',
      path: `/user_groups/${group}/members/${user}`,
      fields: { direct_member_only: directly },
    }),
    expect(model, caller, { group, user: id, directly }) {
      if (model.level < 127) return 'missing'
      if (caller.isGuest) return refused('Not allowed for guest users')
      if (caller.isBot && model.level < 496) return refused('This endpoint does not accept bot requests.')
      const problem = groupProblem(model, group)
      if (problem !== undefined) return problem
      const user = model.people.get(id)
      if (user === undefined || (user.isBot && model.level < 458)) return refused('No such user')
      const counts = user.isActive || model.level < 303
      return { ok: { is_user_group_member: counts && isMember(group, id, directly) } }
    },
  }),

  deactivateGroup: rule({
    args: fc.record({ group: fc.constantFrom(20, 21, 22, 23, 24, 99) }),
    call: ({ group }) => ({ method: 'POST', path: `/user_groups/${group}/deactivate` }),
    expect(model, caller, { group }) {
      if (model.level < 290) return 'missing'
      const problem = groupProblem(model, group)
      if (problem !== undefined) return problem
      if (!caller.isAdministrator) return refused('Insufficient permission')
      const isUsed = group === 24 || (group === 21 && !model.groupsGone.has(20))
      if (isUsed) {
        const code = model.level >= 298 ? 'CANNOT_DEACTIVATE_GROUP_IN_USE' : 'BAD_REQUEST'
        return refused('Cannot deactivate user group in use.', code)
      }
      model.groupsGone.add(group)
      return done
    },
  }),

  reorderLinkifiers: rule({
    args: fc.record({
      ids: fc.oneof(
        fc.shuffledSubarray<number>([1, 2, 3], { minLength: 3 }),
        fc.constantFrom<number[]>([1, 2], [1, 1, 2], [1, 2, 4]),
      ),
    }),
    call: ({ ids }) => ({ method: 'PATCH', path: '/realm/linkifiers', fields: { ordered_linkifier_ids: ids } }),
    expect(model, caller, { ids }) {
      if (model.level < 202) return 'missing'
      if (!caller.isAdministrator) {
        return refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
      }
      if (new Set(ids).size < ids.length) return refused('The ordered list must not contain duplicated linkifiers')
      if (ids.length !== 3 || ids.includes(4)) {
        return refused('The ordered list must enumerate all existing linkifiers exactly once')
      }
      model.linkifiers = [...ids]
      return done
    },
  }),

  listLinkifiers: rule({
    args: fc.constant({}),
    call: () => ({ method: 'GET', path: '/realm/linkifiers' }),
    expect({ level, linkifiers }) {
      const shown = level >= 202 ? linkifiers : [1, 2, 3]
      return {
        ok: {
          linkifiers: shown.map((id) => {
            const template = bakery.linkifiers.find((one) => one.id === id)?.url_template
            return {
              id,
              url_template: level >= 176 ? template : undefined,
              url_format: level >= 176 ? undefined : template?.replace(/\{(\w+)\}/, '%($1)s'),
            }
          }),
        },
      }
    },
  }),

  schedule: rule({
    args: fc.record({ content: fc.constantFrom('Later', ' '), due: fc.constantFrom(4_000_000_000, 1) }),
    call: ({ content, due }) => ({
      method: 'POST',
      path: '/scheduled_messages',
      fields: { type: 'direct', to: [10], content, scheduled_delivery_timestamp: due },
    }),
    expect(model, caller, { content, due }) {
      if (model.level < 179) return 'missing'
      if (due === 1) return refused('Scheduled delivery time must be in the future.')
      if (content.trim() === '') return refused('Message must not be empty')
      return {
        ok: {},
        learn: ({ scheduled_message_id: id }) => model.scheduled.set(Number(id), { owner: caller.id, content }),
      }
    },
  }),

  listScheduled: rule({
    args: fc.constant({}),
    call: () => ({ method: 'GET', path: '/scheduled_messages' }),
    expect(model, caller) {
      if (model.level < 173) return 'missing'
      const own = [...model.scheduled].filter(([, { owner }]) => owner === caller.id)
      return {
        ok: {},
        learn({ scheduled_messages: listed }) {
          const seen = (listed as { scheduled_message_id: number; content: string }[])
            .map((one) => `${one.scheduled_message_id} ${one.content}`)
            .sort()
          const known = own.map(([id, { content }]) => `${id} ${content}`).sort()
          if (String(seen) !== String(known)) throw new Error(`It lists ${seen}, but there are ${known}.`)
        },
      }
    },
  }),

  changeScheduled: rule({
    args: fc.record({ id: fc.integer({ min: 1, max: 8 }), method: fc.constantFrom('PATCH', 'DELETE') }),
    call: ({ id, method }) => ({
      method,
      path: `/scheduled_messages/${id}`,
      ...(method === 'PATCH' && { fields: { content: 'Even later', scheduled_delivery_timestamp: 4_000_000_001 } }),
    }),
    expect(model, caller, { id, method }) {
      if (model.level < (method === 'PATCH' ? 184 : 173)) return 'missing'
      const scheduled = model.scheduled.get(id)
      if (scheduled?.owner !== caller.id) return refused('Scheduled message does not exist')
      if (method === 'PATCH') scheduled.content = 'Even later'
      else model.scheduled.delete(id)
      return done
    },
  }),

  sendTooMuch: rule({
    args: fc.constant({}),
    call: () => ({ method: 'GET', path: '/users/me', fields: { zeta: 1, alpha: 'x' } }),
    expect: ({ level }, caller) => ({
      ok: {
        user_id: caller.id,
        ignored_parameters_unsupported: level >= 167 ? ['alpha', 'zeta'] : undefined,
      },
    }),
  }),
}

function knowsAddress(caller: Person, target: Person): boolean {
  if (target.showsAddressTo === 'everyone' || caller.id === target.id) return true
  return target.showsAddressTo === 'administrators' && caller.isAdministrator
}

function groupProblem(model: Model, group: number): Expected | undefined {
  if (group === 99) return refused('Invalid user group')
  return model.groupsGone.has(group) ? refused('User group is deactivated.') : undefined
}

function isMember(group: number, user: number, directly: boolean): boolean {
  const found = bakery.groups.find(({ id }) => id === group)
  if (found === undefined) return false
  if (found.members.includes(user)) return true
  return !directly && (found.subgroups ?? []).some((subgroup) => isMember(subgroup, user, false))
}
