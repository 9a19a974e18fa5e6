import { Bot } from 'earshot'
import { transcripts } from 'earshot/testing/vitest'

const releasing = () =>
  new Bot().command('release <version>', { description: 'Release' }, async (ctx) => {
    const { version } = ctx.args
    const how = { by: { group: 'bakers' }, quorum: 2, timeout: '4h' } as const
    const { answers } = await ctx.approve(`Release ${version}?`, how)
    return `Released ${version} by ${answers.map(({ user }) => user.name).join(', ')}.`
  })

transcripts(import.meta.url, { by: 'both', bot: releasing, levels: [170, 496] })
