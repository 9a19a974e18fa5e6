import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { writeLlms } from '../build/llms.mjs'
import { slug } from '../build/slug.mjs'

const inDocs = (path: string) => new URL(`../${path}`, import.meta.url)
const page = (text: string, name: string) => ({ text, link: `/docs/${name}` })
const guide = (text: string, name: string) => page(text, `guides/${name}`)
const reference = (text: string, name: string) => page(text, `reference/${name}`)

/** Pages of a folder of the reference that the build made: see ../build. */
const madeIn = (folder: string) =>
  existsSync(inDocs(`reference/${folder}`))
    ? readdirSync(inDocs(`reference/${folder}`))
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.replace('.md', ''))
    : []
const namespaces = madeIn('endpoints').filter((name) => name !== 'entities')

// The site has the whole project as its source, so that a link from one page to another is the same here and in a checkout.
const published = 'https://github.com/earshot-bots/earshot/blob/main/'

export default defineConfig({
  title: 'Earshot',
  description: 'A TypeScript framework for chat bots, with a typed client and a simulated server',
  srcDir: '..',
  srcExclude: [
    '**/node_modules/**',
    'dist/**',
    'src/**',
    'test/**',
    'scripts/**',
    'bench/node_modules/**',
    '.cache/**',
  ],
  rewrites: { 'README.md': 'index.md' },
  outDir: './.vitepress/dist',
  cleanUrls: true,
  buildEnd: writeLlms,
  lastUpdated: false,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    // Two braces are no template here: they stand for themselves.
    config: (md) => {
      // README.md is read elsewhere too, so its links are whole addresses; on the site they stay on the site.
      md.core.ruler.push('links to own pages', ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href?.startsWith(published)) token.attrSet('href', `/${href.slice(published.length)}`)
        }
      })
      for (const kind of ['text', 'code_inline']) {
        const render = md.renderer.rules[kind]
        md.renderer.rules[kind] = (...args) => render?.(...args).replaceAll('{{', '&#123;&#123;') ?? ''
      }
    },
  },
  // Links to folders and to sources lead out of the site: they are checked by test/docs/links.test.ts.
  ignoreDeadLinks: [/\/(src|bots|templates|test|bench|scripts|docs)\/?$/, /\/LICENSE$/, /\.(ts|mjs|json)$/],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [guide('Tutorial', 'tutorial'), guide('Guides', 'commands'), reference('Reference', 'cli')],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'What it is', link: '/' },
          { text: 'All pages', link: '/docs/README' },
          guide('Tutorial', 'tutorial'),
          guide('The playground', 'playground'),
        ],
      },
      {
        text: 'Guides: write a bot',
        items: [
          guide('Commands', 'commands'),
          guide('Structuring a larger bot', 'larger-bots'),
          guide('Answering', 'answering'),
          guide('Streaming and language models', 'streams'),
          guide('The Chat SDK', 'chat-sdk'),
          guide('Middleware', 'middleware'),
          guide('The client', 'client'),
          guide('Time in handlers', 'time'),
          guide('Sessions and locks', 'sessions'),
          guide('Conversations', 'conversations'),
          guide('Follow-ups', 'follow-ups'),
          guide('Languages', 'languages'),
          guide('Buttons and polls', 'widgets'),
          guide('Files', 'files'),
          guide('Schedules', 'schedules'),
          { text: 'The bundled bots', link: '/bots/README' },
        ],
      },
      {
        text: 'Guides: test it',
        items: [
          guide('Tests', 'testing'),
          guide('Recording conversations', 'recording'),
          guide('Seed files', 'seed-files'),
          guide('Random testing', 'explore'),
          guide('Server versions', 'versions'),
          guide('Checking against a real server', 'drift'),
          guide('Tools for coding agents', 'agents'),
        ],
      },
      {
        text: 'Guides: run it',
        items: [
          guide('Deployment', 'deployment'),
          guide('On premises', 'on-premises'),
          guide('Hono, Express, Fastify', 'mounting'),
          guide('Webhook or events', 'listening'),
          guide('The queue', 'queue'),
          guide('The queue in Redis', 'redis'),
          guide('Operations', 'operations'),
          guide('Scaling', 'scaling'),
          guide('Many organisations', 'organisations'),
          guide('Security', 'security'),
        ],
      },
      {
        text: 'Guides: coming from',
        items: [
          guide('Bolt', 'coming-from-bolt'),
          guide('grammY', 'coming-from-grammy'),
          guide('the Python bot server', 'coming-from-python'),
        ],
      },
      {
        text: 'Reference',
        items: [
          reference('The command line', 'cli'),
          {
            text: 'Commands',
            collapsed: true,
            items: madeIn('commands').map((name) => reference(`earshot ${name}`, `commands/${name}`)),
          },
          reference('All options of commands', 'command-options'),
          reference('Configuration', 'configuration'),
          reference('Options', 'options'),
          reference('Errors', 'errors'),
          reference('The simulator', 'simulator'),
          reference('Assumptions', 'assumptions'),
          reference('Faults', 'faults'),
          reference('Transcripts', 'transcripts'),
          { text: 'What is exported', link: '/docs/reference/api/README' },
          reference('Benchmarks', 'benchmarks'),
          reference('Glossary', 'glossary'),
        ],
      },
      {
        text: "Reference: the server's API",
        items: [
          reference('Endpoints, refusals, levels', 'server-api'),
          reference('Entities', 'endpoints/entities'),
          {
            text: 'Endpoints',
            collapsed: true,
            items: namespaces.map((name) => ({
              ...reference(name, `endpoints/${name}`),
              collapsed: true,
              items: madeIn(`endpoints/${name}`).map((method) => reference(method, `endpoints/${name}/${method}`)),
            })),
          },
        ],
      },
      {
        text: 'The project',
        items: [
          { text: 'Changes', link: '/CHANGELOG' },
          { text: 'Versions and support', link: '/SUPPORT' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Threat model', link: '/SECURITY' },
        ],
      },
    ],
  },
})
