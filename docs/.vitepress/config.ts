import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { writeLlms } from '../build/llms.mjs'
import { slug } from '../build/slug.mjs'
import { linkEndpoints } from './endpointLinks'
import { search } from './search'
import { endpointNames, guide, reference, sections, sidebars } from './sidebars'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version, description } = JSON.parse(read('../../package.json'))
const publicFiles = fileURLToPath(new URL('../public', import.meta.url))
const repository = 'https://github.com/earshot-bots/earshot'

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
  buildEnd: ({ srcDir, outDir }) => {
    cpSync(publicFiles, outDir, { recursive: true })
    writeLlms({ srcDir, outDir, title: 'Earshot', description, sections })
  },
  lastUpdated: false,
  vite: { publicDir: publicFiles },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languages: [JSON.parse(read('./chat.tmLanguage.json'))],
    anchor: { slugify: slug },
    config: (md) => {
      // Whole addresses of pages stay on the site; those of other files, and of the README, lead to the repository.
      md.core.ruler.push('links to own pages', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href !== null) token.attrSet('href', onSite(href, env.relativePath))
        }
      })
      linkEndpoints(md, new Set(endpointNames))
      // Two braces are no template here: they stand for themselves.
      for (const kind of ['text', 'code_inline']) {
        const render = md.renderer.rules[kind]
        md.renderer.rules[kind] = (...args) => render?.(...args).replaceAll('{{', '&#123;&#123;') ?? ''
      }
    },
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

/** The README is the page of the repository; the site has a first page of its own. */
function onSite(href: string, page: string): string {
  const published = `${repository}/blob/main/`
  const [path = '', anchor] = href.split('#')
  if (path === `${published}README.md` || join(dirname(page), path) === 'README.md')
    return anchor === undefined ? repository : `${repository}#${anchor}`
  return href.startsWith(published) ? `/${href.slice(published.length)}` : href
}
