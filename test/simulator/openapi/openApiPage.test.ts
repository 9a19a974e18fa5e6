import { describe, expect, it } from 'vitest'
import { openApiPage, openApiPagePolicy, openApiStylesheet } from '../../../src/simulator/openapi/index.js'
import type { OpenApiDocument } from '../../../src/simulator/openapi/types.js'
import { documentOf, endpointsOf, operationsOf, turningLevels } from './documents.js'

const tagsIn = (page: string) => [...page.matchAll(/<\/?([a-zA-Z!][\w-]*)/g)].map(([tag]) => tag)

describe('the page of the API', () => {
  const document = documentOf()
  const page = openApiPage(document)

  it('has every operation with its verb, path and summary', () => {
    for (const { verb, path, operation } of operationsOf(document)) {
      expect(page).toContain(
        `<span class="verb ${verb}">${verb.toUpperCase()}</span> <code class="path">${path}</code>`,
      )
      expect(page).toContain(`id="operation-${operation.operationId}"`)
    }
  })

  it('has parameters, their types, and the exact texts of refusals', () => {
    expect(page).toContain(
      '<code class="name">ordered_linkifier_ids</code> <span class="type">list of integer</span> <em>required</em>',
    )
    expect(page).toContain('<code>newest</code>, <code>oldest</code>, <code>first_unread</code>')
    expect(page).toContain('<summary>Scheduled message does not exist</summary>')
    expect(page).toContain('Since feature level 302: A real address finds its user')
  })

  it('has the fields of entities, of every kind that they may be of', () => {
    expect(page).toContain(
      '<code class="name">last_moved_timestamp</code> <span class="type">integer</span><p>Since feature level 365',
    )
    const scheduled = page.slice(page.indexOf('id="schema-ScheduledMessage"'))
    expect(scheduled.slice(0, scheduled.indexOf('</details>')).match(/class="remark">(Either|Or)</g)).toHaveLength(2)
  })

  it('closes what it opens, in order', () => {
    const open: string[] = []
    for (const tag of tagsIn(page)) {
      const name = tag.replace(/^<\/?/, '')
      if (['!DOCTYPE', 'meta', 'link'].includes(name)) continue
      if (tag.startsWith('</')) expect(open.pop()).toBe(name)
      else open.push(name)
    }
    expect(open).toEqual([])
  })

  it('leads nowhere but to places in itself, its stylesheet and its document', () => {
    const ids = [...page.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = new Set([...page.matchAll(/\bhref="([^"]*)"/g)].map(([, href]) => href))
    const places = [...links].filter((href) => href?.startsWith('#')).map((href) => href?.slice(1))
    expect(places.filter((place) => !ids.includes(place))).toEqual([])
    expect([...links].filter((href) => !href?.startsWith('#')).sort()).toEqual(['openapi.css', 'openapi.json'])
  })

  it('goes with a policy that allows its own stylesheet and nothing else', () => {
    expect(openApiPagePolicy).toContain("default-src 'none'; style-src 'self';")
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|<img|<iframe|@import|url\(/i)
    expect(openApiStylesheet).not.toMatch(/@import|url\(/)
  })

  it('is for light and for dark', () => {
    expect(page).toContain('<meta name="color-scheme" content="light dark">')
    expect(openApiStylesheet).toContain('@media (prefers-color-scheme: dark)')
  })

  it('finds its stylesheet and document where it is told', () => {
    const elsewhere = openApiPage(document, { stylesheet: '/sim/look.css', json: '/sim/openapi.json?a=1&b="2"' })
    expect(elsewhere).toContain('<link rel="stylesheet" href="/sim/look.css">')
    expect(elsewhere).toContain('<a href="/sim/openapi.json?a=1&amp;b=&quot;2&quot;">')
  })

  it('shows whatever a document says as text', () => {
    const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;b&gt; \`</code>\``
    const harmless = 'x'.repeat(7)
    const shownAs = (added: string) => openApiPage(everywhere(document, added))
    expect(tagsIn(shownAs(hostile)).length).toBeGreaterThan(2_000)
    expect(tagCounts(shownAs(hostile))).toEqual(tagCounts(shownAs(`${harmless} \`${harmless}\``)))
    expect(shownAs(hostile)).not.toMatch(/<script|<img/)
  })

  it.each(turningLevels.filter((_, at) => at % 10 === 0))('is there for a server of level %i', (level) => {
    const older = openApiPage(documentOf(level, 'zulip'))
    expect(older).toContain(`feature level ${level}`)
    expect(older.match(/class="verb/g)).toHaveLength(operationsOf(documentOf(level, 'zulip')).length + 1)
    expect(endpointsOf(documentOf(level, 'zulip')).length).toBeGreaterThan(20)
  })
})

function tagCounts(page: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const tag of tagsIn(page)) counts[tag] = (counts[tag] ?? 0) + 1
  return counts
}

/** The document with something added to everything that is text, but for what gives it its form. */
function everywhere(document: OpenApiDocument, added: string): OpenApiDocument {
  const formal = new Set(['$ref', 'type', 'in', 'openapi', 'tags', 'contentType'])
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return formal.has(key) ? value : value + added
    if (Array.isArray(value)) return value.map((item) => walk(item, key))
    if (typeof value !== 'object' || value === null) return value
    const isNamed = key === 'properties' || key === 'paths' || key === 'examples'
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [isNamed ? name + added : name, walk(inner, name)]),
    )
  }
  return walk(document, '') as OpenApiDocument
}
