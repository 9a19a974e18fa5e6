import { featureLevels, newestFeatureLevel } from 'earshot/protocol'
import type { ChangeKind } from '../../../src/protocol/index.js'
import { openApi } from '../../../src/simulator/openapi/openApi.js'
import type { OpenApiDocument, Operation } from '../../../src/simulator/openapi/types.js'

/** The levels at which something changes, and those before. */
export const turningLevels: readonly number[] = [
  ...new Set([0, newestFeatureLevel, ...featureLevels.flatMap(({ level }) => [Math.max(0, level - 1), level])]),
].sort((one, other) => one - other)

/** The levels at which changes of these kinds come, and those before. */
export function levelsOf(...kinds: readonly ChangeKind[]): readonly number[] {
  const rows = featureLevels.filter(({ kind }) => kinds.includes(kind))
  return turningLevels.filter((level) => rows.some((row) => row.level === level || row.level - 1 === level))
}

export const url = 'http://localhost:9991'

const made = new Map<string, OpenApiDocument>()

/** The document of a level, as it is after it was written and read. */
export function documentOf(
  featureLevel: number = newestFeatureLevel,
  dialect: 'svc' | 'zulip' = 'svc',
): OpenApiDocument {
  const key = `${featureLevel} ${dialect}`
  const known = made.get(key) ?? JSON.parse(JSON.stringify(openApi({ featureLevel, dialect, url })))
  made.set(key, known)
  return known
}

export interface Found {
  readonly path: string
  readonly verb: string
  readonly operation: Operation
}

/** Every operation of a document. */
export function operationsOf(document: OpenApiDocument): Found[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ path, verb, operation })),
  )
}

/** Names of the endpoints that a document describes. */
export function endpointsOf(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap(({ operation }) => operation['x-earshot-endpoints'] as string[])
}

/** The operation of an endpoint. */
export function operationFor(document: OpenApiDocument, name: string): Found {
  const found = operationsOf(document).find(({ operation }) =>
    (operation['x-earshot-endpoints'] as string[]).includes(name),
  )
  if (found === undefined) throw new Error(`The document has no ${name}`)
  return found
}
