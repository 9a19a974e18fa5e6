/**
 * What Redis runs at one go. The keys are always the same four: the records by key; the keys in order; when keys
 * expire; and the last version. The time is the storage's own, so Redis lets nothing expire by itself.
 */
const shared = `
local entries, order, expiry, version = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

local function expires(record)
  return string.match(record, '^%d+ (%d*) ')
end

local function present(key, now)
  local record = redis.call('HGET', entries, key)
  if not record then return nil end
  local at = expires(record)
  if at ~= '' and tonumber(at) <= tonumber(now) then return nil end
  return record
end

local function drop(key)
  redis.call('HDEL', entries, key)
  redis.call('ZREM', order, key)
  redis.call('ZREM', expiry, key)
end
`

const read = `
return present(ARGV[1], ARGV[2]) or false
`

const write = `
local key, now, only_if, expires_at, value = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if only_if ~= '' then
  local record = present(key, now)
  local found = record and string.match(record, '^%d+') or 'absent'
  if found ~= only_if then return false end
end
for _, expired in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', now, 'LIMIT', 0, 100)) do
  drop(expired)
end
local last = redis.call('INCR', version)
redis.call('HSET', entries, key, string.format('%.0f', last) .. ' ' .. expires_at .. ' ' .. value)
redis.call('ZADD', order, 0, key)
if expires_at == '' then
  redis.call('ZREM', expiry, key)
else
  redis.call('ZADD', expiry, expires_at, key)
end
return last
`

const remove = `
local key, now, only_if = ARGV[1], ARGV[2], ARGV[3]
local record = present(key, now)
if only_if ~= '' and not (record and string.match(record, '^%d+') == only_if) then return false end
drop(key)
return record and 1 or 0
`

// No byte of UTF-8 is 255, so the range ends where the prefix does. Expired entries are passed over, page by page.
const list = `
local prefix, now, from, limit = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local found = {}
while #found < limit * 2 do
  local keys = redis.call('ZRANGEBYLEX', order, from, '(' .. prefix .. '\\255', 'LIMIT', 0, limit)
  for _, key in ipairs(keys) do
    local record = present(key, now)
    if record and #found < limit * 2 then
      found[#found + 1] = key
      found[#found + 1] = record
    end
  end
  if #keys < limit then break end
  from = '(' .. keys[#keys]
end
return found
`

export const scripts = {
  read: shared + read,
  write: shared + write,
  remove: shared + remove,
  list: shared + list,
} as const
