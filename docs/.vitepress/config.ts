import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { writeLlms } from '../build/llms.mjs'
import { slug } from '../build/slug.mjs'
import { adaptMarkdown } from './markdown'
import { search, showLines } from './search'
import { endpointNames, guide, reference, sections, sidebars } from './sidebars'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version, description } = JSON.parse(read('../../package.json'))
const publicFiles = fileURLToPath(new URL('../public', import.meta.url))
const repository = 'https://github.com/earshot-bots/earshot'

/** Pages whose tables have long cells: on a phone each row is a block. */
const stacked = /^docs\/reference\/(endpoints\/|api\/|options|server-api|refusals)/

export default defineConfig({
  title: 'Earshot',
  description,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  // The source is the whole repository, so that a link from one page to another is the same here and in a checkout.
  srcDir: '..',
  srcExclude: [
    '**/node_modules/**',
    'README.md',
    'dist/**',
    'src/**',
    'test/**',
    'scripts/**',
    'bench/node_modules/**',
    '.cache/**',
  ],
  rewrites: { 'docs/index.md': 'index.md' },
  outDir: './.vitepress/dist',
  cleanUrls: true,
  // The sidebars are in one file rather than in every page.
  metaChunk: true,
  transformPageData: ({ relativePath, frontmatter }) => {
    if (stacked.test(relativePath)) frontmatter.pageClass = 'stacked'
  },
  buildEnd: ({ srcDir, outDir }) => {
    cpSync(publicFiles, outDir, { recursive: true })
    writeLlms({ srcDir, outDir, title: 'Earshot', description, sections })
  },
  lastUpdated: false,
  vite: { publicDir: publicFiles, plugins: [showLines] },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languages: [JSON.parse(read('./chat.tmLanguage.json'))],
    anchor: { slugify: slug },
    image: { lazyLoading: true },
    config: (md) => adaptMarkdown(md, { repository, endpointNames: new Set(endpointNames) }),
  },
  // Links to folders and to sources lead out of the site: they are checked by test/docs/links.test.ts.
  ignoreDeadLinks: [/\/(src|bots|templates|test|bench|scripts|docs)\/?$/, /\/LICENSE$/, /\.(ts|mjs|json)$/],
  themeConfig: {
    logo: '/logo.svg',
    search: { provider: 'local', options: search },
    outline: [2, 3],
    nav: [
      { ...guide('Guides', 'tutorial'), activeMatch: '^/(docs/guides|bots|templates)/' },
      { ...reference('Reference', 'cli'), activeMatch: '^/docs/reference/(?!endpoints|server-api|refusals)' },
      {
        ...reference("The server's API", 'server-api'),
        activeMatch: '^/docs/reference/(endpoints|server-api|refusals)',
      },
      { text: version, link: '/CHANGELOG' },
    ],
    socialLinks: [{ icon: 'github', link: repository }],
    sidebar: sidebars,
    footer: {
      message: `MIT licence · <a href="/SUPPORT">Support</a> · <a href="/SECURITY">Security</a> · <a href="/CONTRIBUTING">Contributing</a>`,
    },
  },
})
