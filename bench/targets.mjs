/**
 * Every figure by part and name: its target, and its unit or what it is a ratio to (`beside`). A release test holds figures that
 * noise can't touch to `held`: a little above the target or, while that isn't reached, above the figure of today. Lower it when the
 * figure falls. The README shows the rows marked with `readme`.
 */
export const targets = {
  counts: {
    'memory allocated per delivery': { atMost: 30, unit: 'KB', held: 36 },
    'memory promoted per delivery': { atMost: 2, unit: 'KB', held: 2.5 },
    'promises per delivery, above bare Hono': { atMost: 4, unit: '', held: 4 },
    'source files from socket to handler': { atMost: 22, unit: '', held: 36 },
    'memory allocated per API call': { atMost: 18, unit: 'KB', held: 18 },
    'memory promoted per API call': { atMost: 2, unit: 'KB', held: 2 },
    'promises per API call, above undici': { atMost: 8, unit: '', held: 8 },
    'memory allocated per createSimulator': { atMost: 525, unit: 'KB', held: 600 },
    'memory allocated per testBot': { atMost: 610, unit: 'KB', held: 650 },
    'live jobs after 10,000 deliveries through Redis': { atMost: 64, unit: '', held: 64 },
    'hello world bundled for the edge, gzipped': { atMost: 112, unit: 'KB', held: 147 },
  },
  receiver: {
    'webhooks answered, beside grammY': { atLeast: 1.25, beside: 'grammY', readme: true },
    'webhooks answered, beside Bolt': { atLeast: 2.4, beside: 'Bolt' },
    'CPU time of a delivery above bare Hono': { atMost: 50, unit: 'µs' },
    'p99 at 32 connections, beside grammY': { atMost: 1.1, beside: 'grammY' },
    'median of one at a time, beside bare Hono': { atMost: 1.3, beside: 'Hono' },
    'memory above bare Hono under load': { atMost: 50, unit: 'MB' },
    "memory growth over an hour's worth, 36,000 deliveries": { atMost: 2, unit: 'MB' },
  },
  client: {
    'API calls, beside a pool of undici': { atLeast: 0.55, beside: 'undici', readme: true },
    'API calls, beside zulip-js': { atLeast: 2.1, beside: 'zulip-js', readme: true },
  },
  simulator: {
    'simulator in process: message, webhook, bot, stored reply': { atLeast: 9_000, unit: 'per second' },
    'CPU time of a simulated API call above bare Hono': { atMost: 28, unit: 'µs' },
  },
  startup: {
    'start of a simulator': { atMost: 35, unit: 'ms' },
    'CPU time of createSimulator': { atMost: 2.35, unit: 'ms' },
    'CPU time of testBot': { atMost: 3.9, unit: 'ms' },
    "import 'earshot', beside Hono and zod": { atMost: 1.3, beside: 'Hono and zod' },
    "import 'earshot/client', beside Hono and zod": { atMost: 1.2, beside: 'Hono and zod' },
    'earshot --help': { atMost: 150, unit: 'ms' },
  },
  durable: {
    'queue in SQLite, beside inline': { atLeast: 0.4, beside: 'inline' },
    'queue in Redis, beside Hono with BullMQ': { atLeast: 0.6, beside: 'Hono with BullMQ', readme: true },
    'four warm workers on Redis, beside one': { atLeast: 2.8, beside: 'one worker' },
    'idle worker on SQLite, CPU time': { atMost: 10, unit: 'ms/s' },
    'idle worker on Redis, CPU time': { atMost: 10, unit: 'ms/s' },
  },
  growth: {
    'payload of 1 MB, beside ten of 100 KB': { atMost: 1.5, beside: 'ten of 100 KB' },
    '1,000 bots behind a receiver, beside one': { atMost: 1.5, beside: 'one bot' },
    '1,000 commands, beside ten': { atMost: 1.5, beside: 'ten commands' },
    'last message in a simulator that has a million, beside the first': { atMost: 1.5, beside: 'the first' },
  },
}
