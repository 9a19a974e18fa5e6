import { createHash } from 'node:crypto'

/**
 * What Redis runs at one go. There is one key that is passed, and the names of all others begin with it, hash tag and
 * all, so that a cluster has them on one machine:
 *
 * - it itself, a hash: the `format` of all this, and numbers that only grow: the last `order`, `seat`, `lease`, `wake`
 * - `entry:<id>`, a hash: `j` the entry, and of it `c` conversation, `s` sender, `m` message, `w` when it arrived, `k`
 *   its key; `o` the order in which it was put; `a` attempts that are over, `x` crashes, `t` when it may be attempted
 *   again, `l` the number of its lease, `g` the ledger; of a dead one `r` the reason, `e` the error, `d` when it died
 * - `line:<conversation>`: its entries by message; `busy`: conversations with an entry under way; `taken`: of each
 *   conversation the entry that has a lease, perhaps one that ran out
 * - `ready:<sender>`: by message, the conversations whose first entry is the sender's and may be worked on;
 *   `later`: conversations by when their first entry may be attempted again
 * - `turns`: senders with something ready, by their seats; `seats` and `counts`: the seat and number of entries of all
 *   who have any
 * - `arrivals` and `leases`: entries by time; `known`: keys by when they are forgotten; `dead`: dead letters by death
 * - `pending`: wake-ups that were sent and by which nobody has woken yet, by when they were sent
 */
const first = `
local base = KEYS[1]
local call = redis.call

local function entry(id) return base .. ':entry:' .. id end
local function line(conversation) return base .. ':line:' .. conversation end
local function ready(sender) return base .. ':ready:' .. sender end
local function count(name) return string.format('%016.0f', call('HINCRBY', base, name, 1)) end

-- The first entry of a conversation, and its order.
local function head(conversation)
  local member = call('ZRANGE', line(conversation), 0, 0)[1]
  if member then return string.sub(member, 17), string.sub(member, 1, 16) end
end

-- Takes a conversation from where it waits for somebody to work on its first entry.
local function unplace(conversation)
  local id, order = head(conversation)
  if not id then return end
  local sender = call('HGET', entry(id), 's')
  if call('ZREM', ready(sender), order .. conversation) == 0 then
    call('ZREM', base .. ':later', conversation)
  elseif call('EXISTS', ready(sender)) == 0 then
    call('ZREM', base .. ':turns', sender)
  end
end

-- Has a conversation wait for somebody to work on its first entry; says whether somebody may do so now.
local function place(conversation, now)
  if call('HEXISTS', base .. ':busy', conversation) == 1 then return false end
  local id, order = head(conversation)
  if not id then return false end
  local facts = call('HMGET', entry(id), 's', 'm', 't')
  if facts[3] and tonumber(facts[3]) > tonumber(now) then
    call('ZADD', base .. ':later', facts[3], conversation)
    return false
  end
  call('ZADD', ready(facts[1]), facts[2], order .. conversation)
  call('ZADD', base .. ':turns', call('HGET', base .. ':seats', facts[1]), facts[1])
  return true
end

-- Puts an entry in line; says whether it, or another one now, may be worked on.
local function line_up(id, conversation, sender, message, arrived, now)
  local order = count('order')
  call('HSET', entry(id), 'o', order)
  call('ZADD', base .. ':arrivals', arrived, id)
  if call('HINCRBY', base .. ':counts', sender, 1) == 1 then
    call('HSET', base .. ':seats', sender, count('seat'))
  end
  local before = head(conversation)
  if before and tonumber(call('HGET', entry(before), 'm')) <= tonumber(message) then
    call('ZADD', line(conversation), message, order .. id)
    return false
  end
  if before then unplace(conversation) end
  call('ZADD', line(conversation), message, order .. id)
  return place(conversation, now)
end

local function release(conversation) call('HDEL', base .. ':busy', conversation) end

-- The number of a wake-up that is to be sent, unless there are that many on their way.
local function wake(now, most)
  if call('ZCARD', base .. ':pending') >= most then return '' end
  local number = count('wake')
  call('ZADD', base .. ':pending', now, number)
  return number
end

local function holds(id, number)
  return tonumber(call('HGET', entry(id), 'l')) == tonumber(number)
end
`

// A Redis whose memory is full stops a script at its first write that may take more. After one that takes none it goes on, so
// what there is can be worked off and taken away; no flag says so to Redis 6.
const evenWhenFull = `
call('DEL', base .. ':nothing')
`

// What nobody has used yet is of this format.
const format = `
call('HSETNX', base, 'format', ARGV[1])
return call('HGET', base, 'format')
`

const taking = `
-- Whatever a time has come for is ready to be taken then.
local function bring_up(now)
  local leases, later = base .. ':leases', base .. ':later'
  for _, id in ipairs(call('ZRANGEBYSCORE', leases, '-inf', now)) do
    call('ZREM', leases, id)
    local conversation = call('HGET', entry(id), 'c')
    release(conversation)
    place(conversation, now)
  end
  for _, conversation in ipairs(call('ZRANGEBYSCORE', later, '-inf', now, 'LIMIT', 0, 1000)) do
    call('ZREM', later, conversation)
    place(conversation, now)
  end
end

-- The entry of whose turn it is, and what is known of it; nothing if there is none.
local function take_next(lease_until)
  local turns = base .. ':turns'
  local sender = call('ZRANGE', turns, 0, 0)[1]
  if not sender then return end
  local conversation = string.sub(call('ZPOPMIN', ready(sender))[1], 17)
  local seat = count('seat')
  call('HSET', base .. ':seats', sender, seat)
  if call('EXISTS', ready(sender)) == 1 then
    call('ZADD', turns, seat, sender)
  else
    call('ZREM', turns, sender)
  end
  local id = head(conversation)
  local facts = call('HMGET', entry(id), 'j', 'a', 'x', 'l', 'g', 'k')
  local number, crashes = count('lease'), tonumber(facts[3] or 0)
  if facts[4] then crashes = crashes + 1 end
  call('HSET', entry(id), 'l', number, 'x', crashes)
  local before = call('HGET', base .. ':taken', conversation)
  if before and before ~= id then
    -- Its lease ran out, and an earlier entry has come: whoever had it has it no longer.
    call('HDEL', entry(before), 'l')
    call('HINCRBY', entry(before), 'x', 1)
  end
  call('HSET', base .. ':taken', conversation, id)
  call('HSET', base .. ':busy', conversation, 1)
  call('ZADD', base .. ':leases', lease_until, id)
  return { number, id, facts[6], facts[1], facts[2] or '0', tostring(crashes), facts[5] or '' }
end

-- So many entries at most, and a wake-up if there are more, unless there are that many on their way.
local function take_some(wanted, lease_until, now, most)
  local taken = {}
  if wanted > 0 then bring_up(now) end
  while #taken < wanted do
    local one = take_next(lease_until)
    if not one then break end
    taken[#taken + 1] = one
  end
  return taken, call('EXISTS', base .. ':turns') == 1 and wake(now, most) or ''
end
`

// Of each it is said what became of it. Whoever works on entries as well takes some at once.
const put = `
local now, most, wanted, lease_until = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local known = base .. ':known'
for _, old in ipairs(call('ZRANGEBYSCORE', known, '-inf', now, 'LIMIT', 0, 200)) do call('ZREM', known, old) end
local held = call('ZCARD', base .. ':arrivals')
local results, is_any_ready = {}, false

local function put_one(id, key, conversation, sender, message, arrived, json, capacity)
  local kept_until = call('ZSCORE', known, key)
  if kept_until and tonumber(kept_until) > tonumber(now) then return 'known' end
  if call('EXISTS', entry(id)) == 1 then return 'known' end
  if held >= tonumber(capacity) then return 'full' end
  held = held + 1
  call('ZADD', known, '+inf', key)
  call('HSET', entry(id), 'c', conversation, 's', sender, 'm', message, 'w', arrived, 'k', key, 'j', json)
  is_any_ready = line_up(id, conversation, sender, message, arrived, now) or is_any_ready
  return 'kept'
end

for at = 5, #ARGV, 8 do results[#results + 1] = put_one(unpack(ARGV, at, at + 7)) end
if not is_any_ready then return { results, {}, '' } end
local taken, wake_up = take_some(wanted, lease_until, now, most)
return { results, taken, wake_up }
`

// Who finds nothing is told when there will be something, and of wake-ups that nobody woke by.
const take = `
local lease_until, now, overdue, wanted = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local pending = base .. ':pending'
for index = 5, #ARGV do call('ZREM', pending, ARGV[index]) end
local taken, wake_up = take_some(wanted, lease_until, now, 1)
if #taken == wanted then return { taken, wake_up, '', '', {} } end
local lost = call('ZRANGEBYSCORE', pending, '-inf', overdue)
for _, number in ipairs(lost) do call('ZADD', pending, now, number) end
local later = call('ZRANGE', base .. ':later', 0, 0, 'WITHSCORES')[2] or ''
local lease = call('ZRANGE', base .. ':leases', 0, 0, 'WITHSCORES')[2] or ''
return { taken, wake_up, later, lease, lost }
`

const renew = `
local id, number, until_ = unpack(ARGV)
if not holds(id, number) then return 0 end
if call('ZADD', base .. ':leases', until_, id) == 1 then
  local conversation = call('HGET', entry(id), 'c')
  unplace(conversation)
  call('HSET', base .. ':busy', conversation, 1)
end
return 1
`

// A ledger is JSON: lines of a key, an outcome or false, and when it was begun. Of each line it is said whether it was written.
const note = `
local function note_one(id, number, key, outcome, begun)
  if not holds(id, number) then return 0 end
  local ledger = cjson.decode(call('HGET', entry(id), 'g') or '[]')
  local at = #ledger + 1
  for index, written in ipairs(ledger) do
    if written[1] == key then at = index end
  end
  ledger[at] = { key, outcome ~= '' and outcome or false, tonumber(begun) }
  call('HSET', entry(id), 'g', cjson.encode(ledger))
  return 1
end

local results = {}
for at = 1, #ARGV, 5 do results[#results + 1] = note_one(unpack(ARGV, at, at + 4)) end
return results
`

// Of each it is said whether its lease held. Who wants further entries as well says how many, and until when.
const settle = `
local now, wanted, lease_until = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local function settle_one(id, number, kind, remember_until, at, reason, problem)
  if not holds(id, number) then return 0 end
  local facts = call('HMGET', entry(id), 'c', 's', 'k', 'o')
  local conversation, sender = facts[1], facts[2]
  if call('ZREM', base .. ':leases', id) == 1 then
    release(conversation)
  else
    unplace(conversation)
  end
  call('HDEL', base .. ':taken', conversation)
  if kind == 'done' or kind == 'dead' then
    call('ZREM', line(conversation), facts[4] .. id)
    call('ZREM', base .. ':arrivals', id)
    if call('HINCRBY', base .. ':counts', sender, -1) == 0 then
      call('HDEL', base .. ':counts', sender)
      call('HDEL', base .. ':seats', sender)
    end
  end
  if kind == 'done' then
    call('DEL', entry(id))
    call('ZADD', base .. ':known', remember_until, facts[3])
  else
    call('HDEL', entry(id), 'l')
  end
  if kind == 'again' then call('HINCRBY', entry(id), 'a', 1) end
  if at ~= '' then call('HSET', entry(id), 't', at) end
  if kind == 'dead' then
    call('HSET', entry(id), 'r', reason, 'e', problem, 'd', now)
    call('ZADD', base .. ':dead', now, id)
  end
  place(conversation, now)
  return 1
end

local results = {}
for at = 4, #ARGV, 7 do results[#results + 1] = settle_one(unpack(ARGV, at, at + 6)) end
local taken, wake_up = take_some(wanted, lease_until, now, 1)
return { results, taken, wake_up }
`

const status = `
local total, working = call('ZCARD', base .. ':arrivals'), call('ZCOUNT', base .. ':leases', '(' .. ARGV[1], '+inf')
local oldest = call('ZRANGE', base .. ':arrivals', 0, 0, 'WITHSCORES')[2]
return { total - working, working, call('ZCARD', base .. ':dead'), oldest or '' }
`

const letters = `
local function letter(id)
  return call('HMGET', entry(id), 'j', 'r', 'e', 'a', 'x', 'd', 'g')
end
`

const listDead = `
local after, limit = ARGV[1], tonumber(ARGV[2])
local from = 0
if after ~= '' then
  local rank = call('ZRANK', base .. ':dead', after)
  if not rank then return {} end
  from = rank + 1
end
local found = {}
for _, id in ipairs(call('ZRANGE', base .. ':dead', from, from + limit - 1)) do found[#found + 1] = letter(id) end
return found
`

const getDead = `
return call('ZSCORE', base .. ':dead', ARGV[1]) and letter(ARGV[1]) or false
`

// What has an outcome stays written down: it was done, and replaying must not do it again.
const replayDead = `
local id, now, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
if call('ZREM', base .. ':dead', id) == 0 then return { 0, '' } end
local facts = call('HMGET', entry(id), 'c', 's', 'm', 'w', 'g')
call('HDEL', entry(id), 'a', 'x', 't', 'g', 'r', 'e', 'd')
local kept = {}
for _, written in ipairs(cjson.decode(facts[5] or '[]')) do
  if written[2] then kept[#kept + 1] = written end
end
if #kept > 0 then call('HSET', entry(id), 'g', cjson.encode(kept)) end
local is_ready = line_up(id, facts[1], facts[2], facts[3], facts[4], now)
return { 1, is_ready and wake(now, most) or '' }
`

const purgeDead = `
local id = ARGV[1]
if call('ZREM', base .. ':dead', id) == 0 then return 0 end
call('ZREM', base .. ':known', call('HGET', entry(id), 'k'))
call('DEL', entry(id))
return 1
`

export const redisQueueScripts = {
  format: script(first + evenWhenFull + format),
  put: script(first + taking + put),
  take: script(first + evenWhenFull + taking + take),
  renew: script(first + evenWhenFull + renew),
  note: script(first + evenWhenFull + note),
  settle: script(first + evenWhenFull + taking + settle),
  status: script(first + status),
  listDead: script(first + letters + listDead),
  getDead: script(first + letters + getDead),
  replayDead: script(first + replayDead),
  purgeDead: script(first + evenWhenFull + purgeDead),
} as const

export type RedisQueueScript = keyof typeof redisQueueScripts

function script(text: string) {
  return { text, hash: createHash('sha1').update(text).digest('hex') }
}
