import { connect, createServer, type Socket } from 'node:net'

/** A connection between a browser and a simulator that can be cut in the middle of whatever goes over it. */
export interface Cable {
  /** The address at this end. */
  readonly url: string
  /** Breaks what is open, and lets nothing through. */
  cut(): void
  /** Lets everything through again; to another simulator, if one is given. */
  mend(url?: string): void
  close(): Promise<void>
}

/** Lays a cable to an address of this machine. */
export async function layCable(to: string): Promise<Cable> {
  let port = portOf(to)
  let isCut = false
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
  }
  const server = createServer((near) => {
    keep(near)
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }

  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut() {
      isCut = true
      breakAll()
    },
    mend(url = to) {
      port = portOf(url)
      isCut = false
    },
    close() {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const portOf = (url: string): number => Number(new URL(url).port)
