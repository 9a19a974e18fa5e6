import theme from 'vitepress/theme'
import './site.css'

// biome-ignore lint/style/noDefaultExport: VitePress asks for one.
export default theme
