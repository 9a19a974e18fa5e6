import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { startRedis } from '../../storage/redisServer.js'
import type { Consumer } from '../consumer.js'
import { withChatServer } from './conversation.js'
import { readDockerfile } from './dockerfile.js'
import { listensAgain } from './listener.js'
import { freePort, start } from './process.js'

/** The manifests are what the types of Kubernetes say, and name nothing that is not there. */
export async function isDeclared(consumer: Consumer, template: string, manifestFolder: string): Promise<void> {
  const folder = join(consumer.folder, template, manifestFolder)
  const { resources, secretGenerator } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  expect([...resources, 'kustomization.yaml'].sort()).toEqual(
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .sort(),
  )
  expect(readFileSync(join(folder, '..', '.gitignore'), 'utf8')).toContain(`${manifestFolder}/*.env`)

  const manifests = manifestsIn(folder)
  const lines = manifests.map((manifest, index) => {
    const [group = '', version = ''] = manifest.apiVersion.includes('/')
      ? manifest.apiVersion.split('/')
      : ['core', manifest.apiVersion]
    const module = `kubernetes-types/${group.replace('.k8s.io', '')}/${version}`
    return `export const manifest${index}: import('${module}').${manifest.kind} = ${JSON.stringify(manifest)}\n`
  })
  writeFileSync(join(consumer.folder, 'manifests.ts'), lines.join(''))
  const strict = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'preserve', 'manifests.ts']
  expect(await consumer.tsc(...strict).catch(String)).toBe('')

  const secrets = new Set(secretGenerator.map(({ name }: { name: string }) => name))
  const text = JSON.stringify(manifests)
  const named = [...text.matchAll(/"secret(?:KeyRef|Ref)":\{"name":"(\w+)"/g)].map(([, name]) => name)
  expect(named.filter((name) => !secrets.has(name))).toEqual([])
  for (const { kind, spec } of manifests) {
    if (kind !== 'Deployment' && kind !== 'StatefulSet') continue
    const { securityContext, containers } = spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits.memory).toMatch(/Mi$/)
    }
  }
}

/** Runs two receivers, two workers and Redis with what the manifests give them, and kills one of each kind. */
export async function runsInCluster(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const dockerfile = readDockerfile(readFileSync(join(folder, 'Dockerfile'), 'utf8'), consumer.folder)
  expect({ problems: dockerfile.problems, user: dockerfile.user }).toEqual({ problems: [], user: 'node' })
  await consumer.npm(template, 'run', 'build')
  const containers = Object.fromEntries(
    manifestsIn(join(folder, 'k8s'))
      .filter(({ spec }) => spec?.template !== undefined)
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec.containers[0] as Container]),
  )
  const password = 'made-up'
  const redis = await startRedis(
    (containers.redis?.args ?? []).map((arg) => arg.replace('$(REDIS_PASSWORD)', password)),
  )

  try {
    await withChatServer(async ({ environment, converse, ask }) => {
      const begin = async (role: string) => {
        const { args = [], env = [], ports = [], readinessProbe, livenessProbe } = containers[role] ?? {}
        const queue =
          env.find(({ name }) => name === 'EARSHOT_QUEUE')?.value?.replace('$(REDIS_PASSWORD)', password) ?? ''
        const port = String(ports[0]?.containerPort)
        const [program = '', ...before] = dockerfile.entrypoint
        const free = String(await freePort())
        const started = await start(program, [...before, ...args.map((arg) => (arg === port ? free : arg))], {
          folder,
          environment: {
            ...environment,
            HOST: '127.0.0.1',
            EARSHOT_QUEUE: queue.replace('redis:6379', new URL(redis.address).host),
          },
        })
        for (const probe of [readinessProbe, livenessProbe]) {
          expect(probe?.httpGet.port).toBe(ports[0]?.name)
          expect((await fetch(started.url + probe?.httpGet.path)).status).toBe(200)
        }
        return started
      }
      const [receiver, spare, worker, other] = await Promise.all(
        ['receiver', 'receiver', 'worker', 'worker'].map(begin),
      )
      if (!receiver || !spare || !worker || !other) throw new Error('Four were started.')
      await converse(receiver.url)
      await Promise.all([receiver.end('SIGKILL'), worker.end('SIGKILL')])
      expect(await ask(spare.url, 'recall')).toBe('You told me: the rye')
      expect(await Promise.all([spare.end('SIGTERM'), other.end('SIGTERM')])).toEqual([0, 0])
    })
  } finally {
    await redis.stop()
  }
}

/** Runs the pod that listens with what its manifest gives it, and kills it. */
export async function listensInCluster(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const [set] = manifestsIn(join(folder, 'k8s-listen')).filter(({ kind }) => kind === 'StatefulSet')
  const pod = set?.spec.template.spec.containers[0] as Container
  const port = String(pod.ports[0]?.containerPort)
  const [{ mountPath } = { mountPath: '' }] = pod.volumeMounts ?? []
  expect(set?.spec.replicas).toBe(1)
  await consumer.npm(template, 'run', 'build')
  const free = String(await freePort())
  await listensAgain({
    folder,
    command: [...(pod.command ?? []), ...pod.args.map((arg) => (arg === port ? free : arg))],
    environment: {
      HOST: '127.0.0.1',
      EARSHOT_QUEUE: pod.env.find(({ name }) => name === 'EARSHOT_QUEUE')?.value?.replace(mountPath, folder) ?? '',
    },
    probes: [pod.livenessProbe, pod.readinessProbe].map((probe) => probe?.httpGet.path ?? 'missing'),
  })
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  // Whatever the kind has; its types check it.
  readonly spec: ReturnType<typeof JSON.parse>
}

interface Container {
  readonly command?: readonly string[]
  readonly args: readonly string[]
  readonly volumeMounts?: readonly { readonly mountPath: string }[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

function manifestsIn(folder: string): Manifest[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  return files.flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS() as Manifest),
  )
}
