import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bot } from 'earshot'
import { bakery, createSimulator } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { idOf } from '../../../src/simulator/transcribe/chatLog.js'
import { createObserver } from '../../../src/simulator/transcribe/observe.js'
import type { TestChat } from '../../../src/testing/chat.js'
import { carryOut } from '../../../src/testing/player/play.js'
import { organisationFor, testOptionsOf, transcriptSettings } from '../../../src/testing/player/settings.js'
import { createQuiet } from '../../../src/testing/quiet.js'
import { createProxy } from '../../../src/testing/record/proxy.js'
import { openRecorder } from '../../../src/testing/record/recorder.js'
import { type Recording, readRecording } from '../../../src/testing/record/recording.js'
import { startSimulatedProcess } from '../../../src/testing/simulatedProcess.js'
import { parseTranscript } from '../../../src/transcript/parse.js'
import type { Bindings } from '../../../src/transcript/placeholders.js'
import { contains, type TranscriptPlace } from '../../../src/transcript/transcript.js'

/**
 * Lets people of the bakery do what a transcript says, with the recorder between a simulator and the bot, all in this process. Iago,
 * whom bots name in examples, is called Jago here: a name that is recorded is replaced wherever it stands.
 */
export async function recordedTranscript(text: string, create: () => Bot): Promise<Recording> {
  const transcript = parseTranscript(withJago(text))
  const settings = transcriptSettings(transcript, 'transcript')
  const organisation = JSON.parse(withJago(JSON.stringify(bakery))) as typeof bakery
  const seed = organisationFor(settings, { organisation })
  const simulator = createSimulator({
    clock: 'frozen',
    randomSeed: 7,
    ...testOptionsOf(settings, seed, { bot: create }).simulator,
  })
  const { realm } = simulator
  const account = realm.account(settings.bot ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
  const file = join(folder, 'recording.jsonl')
  const recorder = openRecorder(file, (error) => {
    throw error
  })
  const site = 'https://chat.example.org'
  const proxy = 'http://127.0.0.1:5003'
  const head = { kind: 'recording', version: 1, at: simulator.clock.now(), site, proxy } as const
  recorder.write({ ...head, server: { level: realm.featureLevel, dialect: 'svc', organisation: seed.name } })
  const app = createProxy({
    ...{ site, bot: 'http://bot', recorder, clock: simulator.clock },
    async fetch(request) {
      if (new URL(request.url).host !== 'bot') return simulator.fetch(request)
      const { status, body } = await botProcess.deliver(await request.text())
      return new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } })
    },
    onReach() {},
  })
  const { token = '', ...credentials } = simulator.credentials(account.id)
  const owner = settings.owner === undefined ? undefined : simulator.credentials(account.owner_id ?? 0)
  const storage = memoryStorage({ clock: simulator.clock })
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const throughProxy = (...request: Parameters<typeof fetch>) => app.fetch(new Request(...request))
  const start = () =>
    startSimulatedProcess({
      ...{ by: 'webhook', storage, log: silent, random: () => 0.5, receiver: undefined },
      simulator: Object.create(simulator, { fetch: { value: throughProxy } }),
      binding: {
        bot: create(),
        credentials: { ...credentials, site: proxy, allowInsecure: true },
        tokens: [token],
        ...(owner && { owner: { email: owner.email, apiKey: owner.apiKey } }),
      },
    })
  let botProcess = start()
  simulator.connect(account.id, async ({ method, headers, body }) =>
    app.fetch(new Request(`${proxy}/`, { method, headers, body: await new Response(body).text() })),
  )
  const quiet = createQuiet(simulator, () => botProcess)
  const observer = createObserver({ realm, seed, bot: account.id })
  simulator.journal.subscribe(observer.take)
  const chat = {
    simulator,
    clock: simulator.clock,
    faults: simulator.faults,
    advance: (by: number) => simulator.clock.advance(by, quiet),
    restart: () => {
      botProcess.end()
      botProcess = start()
    },
  } as unknown as TestChat

  let place: TranscriptPlace | undefined
  let bindings: Bindings = new Map()
  const { timezone } = settings
  for (const entry of transcript.entries) {
    if (!contains(entry.levels ?? {}, realm.featureLevel)) continue
    if (entry.kind === 'place') place = entry.place
    else if (!('who' in entry && idOf(realm, entry.who) === account.id)) {
      const surroundings = { realm, bot: account.id, timezone, channels: seed.channels.map(({ name }) => name) }
      bindings = await carryOut(entry, place, { ...surroundings, file, seed, chat, observer, bindings })
      await quiet()
      // Each has its own second, as on a real server.
      await observer.doneByBot()
    }
  }
  recorder.write({ kind: 'end', at: simulator.clock.now() })
  recorder.close()
  botProcess.end()
  await simulator.close()
  const recording = readRecording(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  return recording
}

const withJago = (text: string) => text.replaceAll('Iago', 'Jago').replaceAll('iago@', 'jago@')
