import { Converter } from 'typedoc'
import { MarkdownTheme, MarkdownThemeContext } from 'typedoc-plugin-markdown'

/** Leaves out of the pages what says nothing about Earshot: what every error has from Node, and where members are inherited from. */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (isOfEveryError(reflection)) project.removeReflection(reflection)
    }
  })
  app.renderer.defineTheme('plain', PlainTheme)
}

const ofEveryError = new Set([
  'captureStackTrace',
  'prepareStackTrace',
  'stackTraceLimit',
  'stack',
  'cause',
  'name',
  'message',
])

const isOfEveryError = ({ name, parent, inheritedFrom, overwrites }) =>
  ofEveryError.has(name) &&
  parent !== undefined &&
  /Error$|NoAnswer$|NotApproved$/.test(parent.name) &&
  (inheritedFrom ?? overwrites) !== undefined

class PlainTheme extends MarkdownTheme {
  getRenderContext(page) {
    return new PlainContext(this, page, this.application.options)
  }
}

class PlainContext extends MarkdownThemeContext {
  partials = { ...this.partials, inheritance: () => '' }
}
