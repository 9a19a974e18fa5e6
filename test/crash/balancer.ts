import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Stands before the receivers as a load balancer does: a connection goes to one that takes it, the next to the next. */
export interface Balancer {
  readonly url: string
  /** Breaks every connection that goes through it. */
  cut(): void
  close(): Promise<void>
}

/** Milliseconds that a connection waits for somebody to take it: less than the server waits for an answer, even on a busy machine. */
const patience = 50_000

/** @param portsOf Where receivers may listen at the moment. */
export async function startBalancer(portsOf: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer({ pauseOnConnect: true }, (incoming) => {
    open.add(incoming)
    incoming.once('close', () => open.delete(incoming))
    incoming.on('error', () => incoming.destroy())
    void hand(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      for (const socket of open) socket.resetAndDestroy()
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }

  async function hand(incoming: Socket): Promise<void> {
    for (const end = Date.now() + patience; Date.now() < end && !incoming.destroyed; ) {
      const outgoing = await somebody()
      if (outgoing === undefined) {
        await setTimeout(20)
        continue
      }
      outgoing.on('error', () => incoming.resetAndDestroy())
      outgoing.once('close', () => incoming.destroy())
      incoming.once('close', () => outgoing.destroy())
      incoming.pipe(outgoing)
      outgoing.pipe(incoming)
      return
    }
    incoming.destroy()
  }

  async function somebody(): Promise<Socket | undefined> {
    const ports = portsOf()
    for (let tried = 0; tried < ports.length; tried += 1) {
      turn += 1
      const socket = connect({ port: ports[turn % ports.length] ?? 0, host: '127.0.0.1' })
      try {
        await once(socket, 'connect')
        return socket
      } catch {
        socket.destroy()
      }
    }
    return undefined
  }
}
