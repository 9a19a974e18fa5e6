/** What `earshot simulate` was told. */
export interface SimulateFlags {
  readonly port: number
  readonly host: string
  readonly featureLevel?: number
  readonly dialect: 'svc' | 'zulip'
  readonly seed?: string
  readonly data?: string
  readonly clock: 'real' | 'frozen' | 'jump'
  readonly connect: readonly string[]
  readonly queue?: string
  readonly fault: readonly string[]
  readonly assume: readonly string[]
  readonly deliverTo: readonly string[]
  readonly allowHost: readonly string[]
  readonly randomSeed?: string
  readonly json?: true
}
