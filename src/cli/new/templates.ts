/** Each is a folder of the package's `templates`. */
export const templates = {
  minimal: 'a bot in one file, and its test',
  commands: 'typed commands in modules, access and middleware',
  conversation: 'questions that wait for their answers, a memory, and a schedule',
  assistant: 'a language model that answers, with tools that people approve',
  'multi-bot': 'several bots behind one address',
  'chat-sdk': 'a bot of the Chat SDK, by a webhook or by events',
  'node-docker': 'a container: an image built in two stages, and a compose file',
  'cloudflare-workers': 'an edge worker, with a memory that lasts',
  'aws-lambda': 'one function that receives, one that works, and a queue between',
  deno: 'Deno, with no more rights than it needs',
  bun: 'Bun, also as one file to copy to a machine',
  vercel: 'functions that go on after they have answered',
  kubernetes: 'receivers and workers that are scaled apart',
} as const

export type TemplateName = keyof typeof templates
