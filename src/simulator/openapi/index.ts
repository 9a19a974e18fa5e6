/** The API described as OpenAPI 3.1, for any level and dialect, and as a page to read. */

export { type OpenApiOptions, openApi } from './openApi.js'
export { type OpenApiPageOptions, openApiPage, openApiPagePolicy } from './page/openApiPage.js'
export { openApiStylesheet } from './page/stylesheet.js'
export type { OpenApiDocument } from './types.js'
