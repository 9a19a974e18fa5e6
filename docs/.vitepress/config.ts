import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { writeLlms } from '../build/llms.mjs'
import { slug } from '../build/slug.mjs'

const inDocs = (path: string) => new URL(`../${path}`, import.meta.url)
const page = (text: string, name: string) => ({ text, link: `/docs/${name}` })

/** The pages of the reference that were made last: see ../build/reference.mjs. */
const namespaces = existsSync(inDocs('reference'))
  ? readdirSync(inDocs('reference'))
      .filter((name) => name.endsWith('.md') && !['index.md', 'entities.md', 'errors.md', 'levels.md'].includes(name))
      .map((name) => name.replace('.md', ''))
  : []

// The site has the whole project as its source, so that a link from one page to another is the same here and in a checkout.
const published = 'https://github.com/earshot-bots/earshot/blob/main/'

export default defineConfig({
  title: 'Earshot',
  description: 'A framework for chat bots that are called by outgoing webhooks',
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
    nav: [page('Tutorial', 'tutorial'), page('Guides', 'commands'), page('Reference', 'reference/')],
    sidebar: [
      {
        text: 'Start',
        items: [{ text: 'What it is', link: '/' }, page('Tutorial', 'tutorial'), page('The playground', 'playground')],
      },
      {
        text: 'Writing a bot',
        items: [
          page('Commands', 'commands'),
          page('Answering', 'answering'),
          page('Streams', 'streams'),
          page('Middleware', 'middleware'),
          page('Sessions and locks', 'sessions'),
          page('Conversations', 'conversations'),
          page('Languages', 'languages'),
          page('Buttons and polls', 'widgets'),
          page('Schedules', 'schedules'),
          { text: 'Bots that come along', link: '/bots/README' },
        ],
      },
      {
        text: 'Testing it',
        items: [
          page('Tests', 'testing'),
          page('Transcripts', 'transcripts'),
          page('The simulator', 'simulator'),
          page('Faults', 'faults'),
          page('Left to chance', 'explore'),
          page('Versions of the server', 'versions'),
          page('Asking a real server', 'drift'),
        ],
      },
      {
        text: 'Running it',
        items: [
          page('Deployment', 'deployment'),
          page('Configuration', 'configuration'),
          page('Webhook or events', 'listening'),
          page('The queue', 'queue'),
          page('The queue in Redis', 'redis'),
          page('Operations', 'operations'),
          page('Scaling', 'scaling'),
          page('Many organisations', 'organisations'),
          page('Security', 'security'),
        ],
      },
      {
        text: 'Coming from',
        items: [
          page('Bolt', 'coming-from-bolt'),
          page('grammY', 'coming-from-grammy'),
          page('the Python bot server', 'coming-from-python'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('The command line', 'cli'),
          { text: 'What is exported', link: '/docs/reference/api/README' },
          page('All endpoints', 'reference/'),
          page('Entities', 'reference/entities'),
          page('Errors', 'reference/errors'),
          page('Feature levels', 'reference/levels'),
          { text: 'Endpoints', collapsed: true, items: namespaces.map((name) => page(name, `reference/${name}`)) },
          page('Benchmarks', 'benchmarks'),
          { text: 'Changes', link: '/CHANGELOG' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Threat model', link: '/SECURITY' },
        ],
      },
    ],
  },
})
