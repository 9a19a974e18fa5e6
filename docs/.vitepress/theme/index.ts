import type { Theme } from 'vitepress'
import theme from 'vitepress/theme'
import './site.css'

const site: Theme = {
  extends: theme,
  enhanceApp({ router }) {
    router.onAfterRouteChange = showCurrentPage
  },
}

/** Scrolls the sidebar to the current page, which can be below its end. */
function showCurrentPage() {
  if (typeof document === 'undefined') return
  requestAnimationFrame(() => {
    document
      .querySelector('.VPSidebar .is-link.is-active.level-0, .VPSidebar .is-link.is-active')
      ?.scrollIntoView({ block: 'nearest' })
  })
}

// biome-ignore lint/style/noDefaultExport: VitePress asks for one.
export default site
