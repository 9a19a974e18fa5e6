import * as z from 'zod'

export const way = z.enum(['webhook', 'events'])
export const level = z.int().min(0).describe('The feature level of the server')

/** What `start` takes. */
export const startShape = {
  file: z.string().optional().describe('The file that exports the bot, such as `bot.ts`'),
  bot: z
    .string()
    .min(1)
    .default('Echo')
    .describe('The name of its account, and of the export where the file has several bots, as `bot:` in a transcript'),
  by: way.optional().describe('How it gets its messages (default: webhook)'),
  level: level.optional(),
  organisation: z.string().optional().describe('A seed file of the organisation (default: a bakery)'),
}
export type StartArgs = z.infer<z.ZodObject<typeof startShape>> & { readonly file: string }

/** What `run_transcripts` takes. */
export const transcriptShape = {
  files: z
    .array(z.string())
    .default([])
    .describe('Transcripts (.chat), or folders (default: all below the working directory)'),
  bot: z
    .string()
    .optional()
    .describe('The file that exports the bot (default: bot.ts or bot.js beside the transcript)'),
  update: z.boolean().default(false).describe('Write into the transcripts what the bot really does'),
  by: z.enum(['webhook', 'events', 'both']).optional(),
  levels: z
    .union([z.literal('all'), z.array(level)])
    .optional()
    .describe('Feature levels to play them at; `all` for each at which servers differ'),
}
export type TranscriptArgs = z.infer<z.ZodObject<typeof transcriptShape>>

/** What `explore` takes. */
export const exploreShape = {
  file: startShape.file,
  bot: startShape.bot,
  runs: z.int().min(1).max(2_000).default(100).describe('How many conversations'),
  seed: z
    .int()
    .min(0)
    .optional()
    .describe('The same seed tries the same conversations (default: another one each time)'),
}
export type ExploreArgs = z.infer<z.ZodObject<typeof exploreShape>> & { readonly file: string }
