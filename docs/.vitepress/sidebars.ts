import { existsSync, readdirSync } from 'node:fs'
import type { DefaultTheme } from 'vitepress'

const inDocs = (path: string) => new URL(`../${path}`, import.meta.url)
const page = (text: string, name: string) => ({ text, link: `/docs/${name}` })
export const guide = (text: string, name: string) => page(text, `guides/${name}`)
export const reference = (text: string, name: string) => page(text, `reference/${name}`)

/** Pages in a folder of the reference that the build generated: see ../build. */
const generatedIn = (folder: string) =>
  existsSync(inDocs(`reference/${folder}`))
    ? readdirSync(inDocs(`reference/${folder}`))
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.replace('.md', ''))
    : []

/** Only the group of the current page is open. */
const group = (text: string, items: DefaultTheme.SidebarItem[]) => ({ text, collapsed: true, items })

const guides = [
  {
    text: 'Start',
    items: [
      guide('Tutorial', 'tutorial'),
      guide('The playground', 'playground'),
      guide('Project settings', 'project-settings'),
      page('All pages', 'README'),
    ],
  },
  group('Write a bot', [
    guide('Commands', 'commands'),
    guide('Answering', 'answering'),
    guide('Conversations', 'conversations'),
    guide('Follow-ups', 'follow-ups'),
    guide('Buttons and polls', 'widgets'),
    guide('Files', 'files'),
    guide('Sessions and locks', 'sessions'),
    guide('Schedules', 'schedules'),
    guide('Time in handlers', 'time'),
    guide('Middleware', 'middleware'),
    guide('Structuring a larger bot', 'larger-bots'),
    guide('Streaming and language models', 'streams'),
    guide('The client', 'client'),
    guide('Languages', 'languages'),
    guide('The Chat SDK', 'chat-sdk'),
    { text: 'The bundled bots', link: '/bots/README' },
  ]),
  group('Test it', [
    guide('Tests', 'testing'),
    guide('Recording conversations', 'recording'),
    guide('Seed files', 'seed-files'),
    guide('Random testing', 'explore'),
    guide('Server versions', 'versions'),
    guide('Checking against a real server', 'drift'),
    guide('Tools for coding agents', 'agents'),
  ]),
  group('Run it', [
    guide('Deployment', 'deployment'),
    guide('On premises', 'on-premises'),
    guide('Next.js, SvelteKit, Express …', 'mounting'),
    guide('Webhook or events', 'listening'),
    guide('The queue', 'queue'),
    guide('When a handler fails', 'failures'),
    guide('The queue in Redis', 'redis'),
    guide('Operations', 'operations'),
    guide('Scaling', 'scaling'),
    guide('Many organisations', 'organisations'),
    guide('Security', 'security'),
  ]),
  group('Coming from', [
    guide('Bolt', 'coming-from-bolt'),
    guide('grammY', 'coming-from-grammy'),
    guide('The Python bot server', 'coming-from-python'),
  ]),
]

/** `chat-sdk-testing` is the page of `earshot/chat-sdk/testing`. */
const entryOf = (name: string) =>
  name === 'earshot' ? name : `earshot/${name.replace(/-testing$/, '/testing').replace(/^testing-/, 'testing/')}`

const references = [
  group('Command line', [
    reference('Overview', 'cli'),
    reference('All options of commands', 'command-options'),
    ...generatedIn('commands').map((name) => reference(`earshot ${name}`, `commands/${name}`)),
  ]),
  group('Configuration and code', [
    reference('Configuration', 'configuration'),
    reference('Options', 'options'),
    reference('Errors', 'errors'),
  ]),
  group('Exports', [
    reference('All entries', 'api/README'),
    ...generatedIn('api')
      .filter((name) => name !== 'README')
      .map((name) => reference(entryOf(name), `api/${name}`)),
  ]),
  group('The simulator', [
    reference('The simulator', 'simulator'),
    reference('Transcripts', 'transcripts'),
    reference('Faults', 'faults'),
    reference('Assumptions', 'assumptions'),
  ]),
  group('More', [reference('Benchmarks', 'benchmarks'), reference('Glossary', 'glossary')]),
]

const namespaces = generatedIn('endpoints').filter((name) => name !== 'entities')

/** `users.get` and so on: all that have a page. */
export const endpointNames = namespaces.flatMap((name) =>
  generatedIn(`endpoints/${name}`).map((method) => `${name}.${method}`),
)

const endpoints = [
  {
    text: "The server's API",
    items: [
      reference('Endpoints, refusals, levels', 'server-api'),
      reference('What a real server refuses', 'refusals'),
      reference('Entities', 'endpoints/entities'),
    ],
  },
  {
    text: 'Endpoints',
    items: namespaces.map((name) => ({
      ...group(
        name,
        generatedIn(`endpoints/${name}`).map((method) => reference(method, `endpoints/${name}/${method}`)),
      ),
      link: `/docs/reference/endpoints/${name}`,
    })),
  },
]

const project = [
  {
    text: 'The project',
    items: [
      { text: 'Changes', link: '/CHANGELOG' },
      { text: 'Versions and support', link: '/SUPPORT' },
      { text: 'Contributing', link: '/CONTRIBUTING' },
      { text: 'Security', link: '/SECURITY' },
    ],
  },
]

/** The sections of the site, each with its own sidebar. */
export const sections = { Guides: guides, Reference: references, "The server's API": endpoints, Project: project }

/** Sidebars by the beginning of the address; VitePress takes the longest that fits. */
export const sidebars: DefaultTheme.SidebarMulti = {
  '/docs/': guides,
  '/bots/': guides,
  '/templates/': guides,
  '/docs/reference/': references,
  '/docs/reference/endpoints/': endpoints,
  '/docs/reference/server-api': endpoints,
  '/docs/reference/refusals': endpoints,
  '/CHANGELOG': project,
  '/SUPPORT': project,
  '/CONTRIBUTING': project,
  '/SECURITY': project,
}
