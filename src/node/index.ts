/**
 * Runs bots on Node, over HTTP or by event queues, with credentials from the environment or a file, until the process
 * is stopped.
 */

export { ListenerError } from '../listener/index.js'
export { ServeError } from '../serveError.js'
export { NodeClient, type NodeClientOptions } from './client.js'
export { type CredentialsFileOptions, credentialsFromEnvironment, credentialsFromFile } from './credentialSources.js'
export { type BotCredentials, bindingOf } from './credentials.js'
export { ConfigurationError } from './errors.js'
export type { HttpOptions, Timeouts } from './http/options.js'
export type { TlsFiles } from './http/tls.js'
export { type ListeningProcess, type ListenOptions, listen } from './listenBots.js'
export type { ObserveOptions } from './operations/operations.js'
export { type RedisQueueOptions, redisQueue } from './queue/redisQueue.js'
export { sqliteQueue } from './queue/sqliteQueue.js'
export { type ServeOptions, type Serving, serve } from './serve.js'
export { type RedisStorageOptions, redisStorage } from './storage/redisStorage.js'
export { sqliteStorage } from './storage/sqliteStorage.js'
export { type RedisStoreOptions, redis, type SqliteStoreOptions, type Store, sqlite } from './stores.js'
export { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'
export { type WorkingProcess, type WorkOptions, work } from './work.js'
