// In their own file, since they are exported: the other files use types of packages that may not be installed.
/** The used part of an ioredis 5 client: of a single server, Sentinel, or a cluster. */
export interface RedisClient {
  eval(script: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
  /** Without it, each call sends its script. */
  evalsha?(sha1: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
}

/** The same for a queue. BullMQ uses the rest of the client. */
export interface RedisQueueClient extends RedisClient {
  readonly isCluster: boolean
  readonly options: { readonly keyPrefix?: string | undefined }
  info(): Promise<string>
  call(command: string, ...parts: string[]): Promise<unknown>
  duplicate(): unknown
}
