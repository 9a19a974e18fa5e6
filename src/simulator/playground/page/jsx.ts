/** What JSX becomes in the page's script: `h(name, properties, ...children)` packs better than the newer way. */
export { Fragment, h } from 'preact'
