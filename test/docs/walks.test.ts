import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './blocks.js'

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

describe('the walks through the code in CONTRIBUTING.md', () => {
  it.each(['One delivery, file by file', 'One parameter, file by file'])('name only existing files: %s', (heading) => {
    const [, section = ''] = page.split(`## ${heading}\n`)
    const [walk = ''] = section.split('\n## ')
    const files = [...walk.matchAll(/`([\w/]+\/\w+\.ts)`/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(join(root, 'src', file)))).toEqual([])
  })
})
