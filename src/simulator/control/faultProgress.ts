/** How far a fault has got, in words. */
export function faultProgress({
  fault,
  seen,
  fired,
  remaining,
}: {
  readonly fault: { readonly on?: unknown }
  readonly seen: number
  readonly fired: number
  readonly remaining: number | null
}): string {
  const [one, several] = fault.on === 'deliveries' ? ['delivery', 'deliveries'] : ['call', 'calls']
  const struck = seen === 0 ? `no ${several} yet` : `struck ${fired} of ${seen} ${seen === 1 ? one : several}`
  const then = remaining === null ? 'no end' : remaining === 0 ? 'spent' : `${remaining} to come`
  return `${struck} · ${then}`
}
