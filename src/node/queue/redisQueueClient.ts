// In its own file, since it is exported: the other files use types of packages that may not be installed.
/** The used part of an ioredis 5 client: of a single server, Sentinel, or a cluster. BullMQ uses the rest of it. */
export interface RedisQueueClient {
  readonly isCluster: boolean
  readonly options: { readonly keyPrefix?: string | undefined }
  info(): Promise<string>
  call(command: string, ...parts: string[]): Promise<unknown>
  duplicate(): unknown
}
