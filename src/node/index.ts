/** Serving bots on Node: over HTTP, with credentials from the environment or a file, until the process is told to end. */

export { Client, type NodeClientOptions } from './client.js'
export { type CredentialsFileOptions, credentialsFromFile } from './configFile.js'
export type { ConfigurationProblem } from './configuration/problem.js'
export type { BotCredentials } from './credentials.js'
export { credentialsFromEnvironment, type Environment } from './environment.js'
export { ConfigurationError, ListenError } from './errors.js'
export { type ServedBot, type ServeOptions, type Serving, serve } from './serve.js'
export type { RedisClient } from './storage/redisEngine.js'
export { type RedisStorageOptions, redisStorage } from './storage/redisStorage.js'
export { sqliteStorage } from './storage/sqliteStorage.js'
export { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'
