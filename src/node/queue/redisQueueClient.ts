/** What is used of a client of ioredis 5 to run scripts. */
export interface ScriptRunner {
  eval(script: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
  evalsha(hash: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
}

/** What is used of a client of ioredis 5: a single server's, Sentinel's, or a cluster's. */
export interface RedisQueueClient extends ScriptRunner {
  readonly isCluster: boolean
  readonly options: { readonly keyPrefix?: string | undefined }
  duplicate(): unknown
}
