import { blanked } from './blanked.js'
import type { Sources } from './sources.js'

export interface StyleRule {
  readonly name: string
  /** What to do about a line that the rule finds. */
  readonly advice: string
  readonly pattern: RegExp
  /** Whether words in comments and strings count too. */
  readonly inWords: boolean
  /** What the paths begin with to which it applies. */
  readonly places: readonly string[]
  readonly except?: readonly string[]
}

const production = ['src/', 'bots/', 'templates/']
const everywhere = ['']
const inSrc = (...places: readonly string[]) => places.map((place) => `src/${place}`)

export const styleRules: readonly StyleRule[] = [
  {
    name: 'a WeakMap on the way of a delivery',
    advice: 'use a private field: a WeakMap keeps its values alive through each collection of young objects',
    pattern: /\bnew WeakMap\b/,
    inWords: false,
    places: inSrc('bot/', 'receiver/', 'queue/', 'listener/', 'node/queue/', 'node/http/'),
    // Their keys are clients and the logs of bots, which outlive all deliveries.
    except: inSrc('bot/delivery/ownAccount.ts', 'receiver/log.ts'),
  },
  {
    name: 'work that is put off',
    advice: 'do it, or write an issue',
    pattern: /\b(TODO|FIXME|XXX)\b|\b[Nn]ot (yet )?implemented\b/,
    inWords: true,
    places: production,
  },
  {
    name: 'an afterEach that hides why beforeEach failed',
    advice: 'write `chat?.close()`: there is no chat if beforeEach threw',
    pattern: /afterEach\((async )?\(\) => \w+\.close\(\)\)/,
    inWords: true,
    places: ['bots/', 'docs/', 'templates/'],
  },
  {
    name: 'a test that is left out or alone by an option',
    advice: 'run it: Biome finds only `it.skip` and `it.only`',
    pattern: /\b(skip|only|todo): true\b|\b(it|test|describe)\.todo\b|\.(skip|only)\.(each|for)\b/,
    inWords: false,
    places: ['test/', 'bots/', 'templates/'],
  },
  {
    name: 'a path of one machine',
    advice: 'use a path relative to the file, or os.tmpdir()',
    pattern: /(?<![\w.*)}>/-])\/(home|Users|root|work|tmp|private\/var)\/[\w.]|(?<![A-Za-z])[A-Z]:\\{1,2}[A-Za-z]/,
    inWords: true,
    places: everywhere,
  },
  {
    name: 'a feature level compared',
    advice: 'ask hasFeature(level, id): only protocol/levels/features.ts compares levels',
    pattern:
      /feature_?level\b[\w.()]*\s*([<>]=?|[=!]==?\s*\d)|\d\s*([<>]=?|[=!]==?)\s*[\w.]*level\b|\blevel\s*[<>]=?\s*\d/i,
    inWords: false,
    places: ['src/', 'bots/'],
    except: inSrc('protocol/levels/features.ts'),
  },
  {
    name: 'a module as one object',
    advice: 'import what you need by name: the object keeps everything in it in the bundles of edge bots',
    pattern: /import \* as \w+ from '\.{1,2}\//,
    inWords: true,
    places: ['src/'],
  },
  {
    name: 'a character that makes TypeScript take a file for a binary one',
    advice: 'write it as an escape, such as \\u{FFFD}, or by its name, U+FFFD',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    pattern: /[\uFFFD\u0000-\u0008]/,
    inWords: true,
    places: production,
  },
  {
    name: 'zod by a name of its own',
    advice: "write import * as z from 'zod': bundlers then leave out what is not used, six times as much as what is",
    pattern: /\bimport\s+(?!\*|type\s*\*).*\bfrom\s+['"]zod['"]/,
    inWords: true,
    places: [...production, 'docs/'],
  },
  {
    name: 'the whole of zod where size counts',
    advice: "write import * as z from 'zod/mini', which is a quarter of it; types alone may come from 'zod'",
    pattern: /\bimport\s+(?!type\b).*\bfrom\s+['"]zod['"]/,
    inWords: true,
    places: inSrc(
      ...['protocol/', 'client/', 'text/', 'storage/', 'bot/', 'receiver/', 'queue/', 'listener/', 'assistant/'],
      'opentelemetry/',
    ),
  },
  {
    name: 'a function made where it is assigned to a property',
    // V8 takes it for a method that stays, and puts it beside what is old: with all that it refers to, here a whole request
    // with its answer, it is garbage that only the dearest of collections takes away.
    advice: 'make it the initial value of a field, or a constant that is assigned then',
    pattern: /\.#?\w+\s*(\?\?)?=\s*(async\s+)?(function\b|(\([^=;]*\)|\w+)\s*=>)/,
    inWords: false,
    places: inSrc(
      ...['bot/', 'client/', 'listener/', 'node/', 'protocol/', 'queue/', 'receiver/', 'storage/', 'text/'],
      'simulator/delivery/',
    ),
    except: inSrc('node/redisConnection.ts'),
  },
  {
    name: 'the time of the machine',
    advice: 'take the clock that is passed in',
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|(?<![.\w])(setTimeout|setInterval|setImmediate)\b/,
    inWords: false,
    places: inSrc('simulator/', 'playground/'),
    // The page is shown to people, in their own time.
    except: inSrc('simulator/base/clock.ts', 'playground/page/'),
  },
  {
    name: 'chance without a seed',
    advice: 'take the generator that is passed in',
    pattern: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\brandomBytes\b/,
    inWords: false,
    places: inSrc('simulator/', 'playground/'),
    except: inSrc('simulator/base/random.ts'),
  },
  {
    name: 'what looks like an API key or a token',
    advice: 'make it when it is needed (the simulator makes them from its seed)',
    pattern: /(?<![A-Za-z0-9+/_-])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32}(?![A-Za-z0-9+/=_-])/,
    inWords: true,
    places: everywhere,
  },
]

/** One line for every place where the rule is broken: `file:line: text`. */
export function broken(rule: StyleRule, sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => isIn(rule.places, path) && !isIn(rule.except ?? [], path))
    .flatMap(([path, text]) => {
      const original = text.split('\n')
      const read = rule.inWords || !/\.[cm]?[jt]sx?$/.test(path) ? original : blanked(text).split('\n')
      return read.flatMap((line, index) =>
        rule.pattern.test(line) ? [`${path}:${index + 1}: ${original[index]?.trim()} — ${rule.advice}`] : [],
      )
    })
}

export const isIn = (places: readonly string[], path: string) => places.some((place) => path.startsWith(place))
