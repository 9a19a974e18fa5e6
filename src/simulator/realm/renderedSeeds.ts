import { type Rendered, render } from './markdown/index.js'
import type { OrganisationSeed } from './seed/seed.js'
import type { Account } from './world/state.js'
import type { World } from './world/world.js'

/** The rendered texts of the seeds used last, in their order, by what they depend on. Frozen, since simulators share them. */
const rendered = new Map<string, Rendered[]>()
const mostSeeds = 64
const mostTexts = 1_000

/**
 * A renderer for a seed's texts, which are rendered in the same order each time: only the first of several simulators that are
 * alike renders them.
 */
export function seedRenderer(world: World, seed: OrganisationSeed): typeof render {
  if (seed.messages.length + seed.scheduled_messages.length > mostTexts) return render
  const key = whatDecides(world, seed)
  const kept = rendered.get(key) ?? []
  rendered.delete(key)
  rendered.set(key, kept)
  for (const oldest of rendered.keys()) if (rendered.size > mostSeeds) rendered.delete(oldest)
  let at = 0
  return (_, content, author?: Account) => {
    const known = kept[at] ?? frozen(render(world, content, author))
    kept[at] = known
    at += 1
    return known
  }
}

/** Everything that a rendered text of the seed depends on. */
function whatDecides(world: World, seed: OrganisationSeed): string {
  const given = JSON.stringify(seed)
  // Dates without a year depend on the present one.
  const time = given.includes('<time:') ? world.clock.now() : undefined
  return JSON.stringify([world.level(), world.assumptions, world.words, world.url(), time]) + given
}

function frozen({ html, mentions }: Rendered): Rendered {
  Object.freeze(mentions.users)
  Object.freeze(mentions.groups)
  return Object.freeze({ html, mentions: Object.freeze(mentions) })
}
