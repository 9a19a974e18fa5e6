/** What `earshot new` offers: the folders of the package's `templates`, each with what it contains. */
export const templates = {
  minimal: 'a bot in one file, and its test',
  commands: 'typed commands in modules, access and middleware',
  conversation: 'questions that wait for their answers, a memory, and a schedule',
  assistant: 'a language model that answers, with tools that people approve',
  'multi-bot': 'several bots behind one address',
  'chat-sdk': 'a Chat SDK bot, fed by a webhook or by events',
  'node-docker': 'a container: an image built in two stages, and a compose file',
  'cloudflare-workers': 'an edge worker with durable storage',
  'aws-lambda': 'a receiving and a working function, with a queue between',
  deno: 'Deno, with only the permissions that it needs',
  bun: 'Bun, also as one file to copy to a machine',
  vercel: 'functions that keep working after they respond',
  kubernetes: 'receivers and workers that scale separately',
} as const

export type TemplateName = keyof typeof templates
