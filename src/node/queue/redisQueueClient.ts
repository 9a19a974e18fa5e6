// By itself, since it is exported: what is beside it names types of packages that need not be installed.
/** What is used of a client of ioredis 5: a single server's, Sentinel's, or a cluster's. BullMQ uses the rest of it. */
export interface RedisQueueClient {
  readonly isCluster: boolean
  readonly options: { readonly keyPrefix?: string | undefined }
  info(): Promise<string>
  call(command: string, ...parts: string[]): Promise<unknown>
  duplicate(): unknown
}
