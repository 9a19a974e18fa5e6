/** What is used of a client of ioredis 5: a single server's, Sentinel's, or a cluster's. */
export interface RedisQueueClient {
  readonly isCluster: boolean
  readonly options: { readonly keyPrefix?: string | undefined }
  eval(script: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
  evalsha(hash: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
  info(): Promise<string>
  call(command: string, ...parts: string[]): Promise<unknown>
  duplicate(): unknown
}
