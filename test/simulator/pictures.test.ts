import { createSimulator, type SimulatorOptions } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { picture } from './pictures.js'

const opened: ReturnType<typeof createSimulator>[] = []
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
})

function open(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ clock: 'frozen', ...options })
  opened.push(simulator)
  const { email, apiKey } = simulator.credentials('iago')
  const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  return {
    simulator,
    get: (path: string) => simulator.fetch(`${simulator.url}${path}`),
    async emoji(): Promise<Record<string, { name: string; source_url: string; still_url: string | null }>> {
      const response = await simulator.fetch(`${simulator.url}/api/v1/realm/emoji`, { headers: { authorization } })
      return ((await response.json()) as { emoji: Record<string, never> }).emoji
    },
    async upload(name: string, file: File) {
      const body = new FormData()
      body.append('filename', file)
      const url = `${simulator.url}/api/v1/realm/emoji/${name}`
      expect((await simulator.fetch(url, { method: 'POST', headers: { authorization }, body })).status).toBe(200)
    },
  }
}

/** Two frames of one pixel, repeated for ever. */
const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
const loop = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
const gif = Uint8Array.from([...head, ...loop, ...frame, ...frame, 0x3b])

describe('images of emoji', () => {
  it('are served as uploaded, with headers that prevent scripts', async () => {
    const { get, emoji, upload } = open()
    const png = new Uint8Array(await picture(1, 1).arrayBuffer())
    await upload('bun', picture(1, 1))
    const bun = Object.values(await emoji()).find(({ name }) => name === 'bun')
    const response = await get(bun?.source_url ?? '')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png)
  })

  it('have a still version, which is the first frame of an animated GIF', async () => {
    const { get, emoji, upload } = open()
    await upload('whirl', new File([gif], 'whirl.gif', { type: 'image/gif' }))
    const whirl = Object.values(await emoji()).find(({ name }) => name === 'whirl')
    const moving = await get(whirl?.source_url ?? '')
    expect(new Uint8Array(await moving.arrayBuffer())).toEqual(gif)
    const still = await get(whirl?.still_url ?? '')
    expect(still.headers.get('content-type')).toBe('image/gif')
    expect([...new Uint8Array(await still.arrayBuffer())]).toEqual([...head, ...frame, 0x3b])
  })

  it('in the seed are drawn, animated or still', async () => {
    const { get, emoji } = open()
    const dance = Object.values(await emoji()).find(({ still_url }) => still_url !== null)
    const moving = await get(dance?.source_url ?? '')
    expect(moving.headers.get('content-type')).toBe('image/svg+xml')
    expect(await moving.text()).toContain('<animateTransform')
    expect(await (await get(dance?.still_url ?? '')).text()).not.toContain('animate')
  })

  it('are restored with a checkpoint', async () => {
    const { simulator, get, emoji, upload } = open()
    simulator.checkpoint('before')
    await upload('bun', picture(1, 1))
    simulator.checkpoint('after')
    const path = Object.values(await emoji()).find(({ name }) => name === 'bun')?.source_url ?? ''
    simulator.restore('before')
    expect((await get(path)).status).toBe(404)
    simulator.restore('after')
    expect((await get(path)).status).toBe(200)
  })
})

describe('images of accounts and of the organisation', () => {
  it('show the first letter of the name', async () => {
    const { get } = open()
    expect(await (await get('/user_avatars/2/hamlet.png?version=2')).text()).toContain('>H</text>')
    expect(await (await get('/user_avatars/2/realm/icon.png?version=1')).text()).toContain('>O</text>')
    expect((await get('/user_avatars/2/nobody.png')).status).toBe(404)
    expect((await get('/user_avatars/%00/../2')).status).toBe(404)
  })
})
