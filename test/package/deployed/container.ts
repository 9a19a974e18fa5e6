import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { parse } from 'yaml'
import type { Consumer } from '../consumer.js'
import { withRuntimes } from '../runtimes.js'
import { withChatServer } from './conversation.js'
import { readDockerfile } from './dockerfile.js'
import { listensAgain } from './listener.js'
import { freePort, start } from './process.js'

/** Does what the Dockerfile says, but in the folder itself: builds, starts, asks whether it is healthy, ends. */
export async function runsInContainer(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const file = readDockerfile(readFileSync(join(folder, 'Dockerfile'), 'utf8'), consumer.folder)
  expect(file.problems).toEqual([])
  expect(file.user).toBe('node')
  expect(file.builds).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev'])
  // A lock is what `npm install` writes.
  expect(file.copied.filter((path) => path !== 'package-lock.json' && !existsSync(join(folder, path)))).toEqual([])
  expect(file.copied).toContain('vendor')
  await consumer.npm(template, 'run', 'build')

  await withChatServer(async (server) => {
    const environment = {
      ...file.environment,
      ...server.environment,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      EARSHOT_QUEUE: (file.environment.EARSHOT_QUEUE ?? '').replace('/data/', `${folder}/`),
    }
    const [program = '', ...args] = [...file.entrypoint, ...file.command]
    const begin = () => start(program, args, { folder, environment })
    const [check = '', ...checkArgs] = file.healthcheck
    const isHealthy = () =>
      promisify(execFile)(check, checkArgs, { cwd: folder, env: { ...withRuntimes, ...environment } }).then(
        () => true,
        () => false,
      )

    const first = await begin()
    expect(await isHealthy()).toBe(true)
    await server.converse(first.url)
    await first.end('SIGKILL')
    expect(await isHealthy()).toBe(false)
    const second = await begin()
    expect(await server.ask(second.url, 'recall')).toBe('You told me: the rye')
    expect(await second.end('SIGTERM')).toBe(0)
  })
}

/** Does the same for a bot that listens, with the command that Compose has for it. */
export async function listensInContainer(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  const [, port] = /\bPORT=(\d+)/.exec(dockerfile) ?? []
  const [, queue = ''] = /\bEARSHOT_QUEUE=(\S+)/.exec(dockerfile) ?? []
  const { services } = parse(readFileSync(join(folder, 'compose.listen.yaml'), 'utf8'))
  // The health check of the image asks at this port.
  const command: readonly string[] = services.bot.command
  expect(command.at(-1)).toBe(port)
  expect(dockerfile).toMatch(/HEALTHCHECK .*\n.*process\.env\.PORT \+ '\/healthz'/)
  await consumer.npm(template, 'run', 'build')
  await listensAgain({
    folder,
    command: [...command.slice(0, -1), String(await freePort())],
    environment: { HOST: '127.0.0.1', EARSHOT_QUEUE: queue.replace('/data/', `${folder}/listening-`) },
    probes: ['/healthz', '/readyz'],
  })
}

/** Compose names nothing that is not there, and lets the container do no more than it needs. */
export function isComposed(consumer: Consumer, template: string): void {
  const folder = join(consumer.folder, template)
  const { services, volumes, secrets } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'))
  expect(services.bot).toMatchObject({
    build: '.',
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: [expect.stringMatching(/^127\.0\.0\.1:\d+:5002$/)],
    volumes: [`${Object.keys(volumes)[0]}:/data`],
    secrets: Object.keys(secrets),
    environment: { EARSHOT_CONFIG: `/run/secrets/${Object.keys(secrets)[0]}` },
  })
  // Handlers have ten seconds to end.
  expect(Number.parseInt(services.bot.stop_grace_period, 10)).toBeGreaterThan(10)
  for (const list of ['.gitignore', '.dockerignore']) {
    expect(readFileSync(join(folder, list), 'utf8').split('\n')).toContain('earshotrc')
  }
}
