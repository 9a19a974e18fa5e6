import { createPostgresState } from '@chat-adapter/state-pg'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { ConsoleLogger } from 'chat'
import { describe } from 'vitest'
import { inDatabase, type States, shares } from './processSuite.js'

const postgres = async (): Promise<States> => {
  const db = await PGlite.create()
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 20 })
  await server.start()
  const url = `postgres://postgres:postgres@${server.getServerConn()}/postgres`
  const logger = new ConsoleLogger('silent')
  return inDatabase(
    () => createPostgresState({ url, logger }),
    async () => {
      await server.stop()
      await db.close()
    },
  )
}

describe('two processes that share a state in Postgres', () => shares(postgres))
