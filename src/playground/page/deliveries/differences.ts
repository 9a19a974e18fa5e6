/** A difference between two JSON documents. A value that only one of them has is undefined on the other side. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
}

/** All differences in document order, with paths such as `message.reactions[0].user_id`. */
export function differences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (Object.is(before, after)) return []
  const isList = Array.isArray(before)
  if (!isTree(before) || !isTree(after) || isList !== Array.isArray(after)) {
    return [{ kind: 'changed', path, before, after }]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const inner = stepTo(path, name, isList)
    if (!Object.hasOwn(after, name)) return [{ kind: 'removed' as const, path: inner, before: before[name] }]
    if (!Object.hasOwn(before, name)) return [{ kind: 'added' as const, path: inner, after: after[name] }]
    return differences(before[name], after[name], inner)
  })
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function stepTo(path: string, name: string, isList: boolean): string {
  if (isList) return `${path}[${name}]`
  if (!/^[A-Za-z_]\w*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}
