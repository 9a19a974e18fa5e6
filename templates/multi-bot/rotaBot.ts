import { Bot, logging, md, session } from 'earshot'
import * as z from 'zod'
import { aboutCommand } from './aboutCommand.js'

/** Who works when; each topic and each direct conversation has a rota of its own. */
const rota = session({
  name: 'rota',
  key: 'conversation',
  schema: z.object({ shifts: z.record(z.string(), z.string()) }),
  initial: () => ({ shifts: {} }),
})

/** Keeps a rota. */
export function createRotaBot() {
  return new Bot({ name: 'rota' })
    .use(logging())
    .use(rota)
    .use(aboutCommand('I keep the rota.'))
    .command(
      'take <day:monday|tuesday|wednesday|thursday|friday|saturday>',
      { description: 'Take a shift', examples: ['take friday'] },
      async ({ args, rota, sender }) => {
        const { shifts } = await rota.update(({ shifts }) => ({ shifts: { [args.day]: sender.name, ...shifts } }))
        const taken = shifts[args.day] === sender.name
        return taken ? `${args.day} is yours.` : `${args.day} is ${md.escape(shifts[args.day] ?? 'nobody')}'s.`
      },
    )
    .command('rota', { description: 'Show who works when' }, async ({ rota }) => {
      const shifts = Object.entries((await rota.get()).shifts)
      if (shifts.length === 0) return 'Nobody works yet. Say `take friday`.'
      return shifts.map(([day, name]) => `* ${day}: ${md.escape(name)}`).join('\n')
    })
    .on('direct', () => 'Say `rota`, or `take` a day.')
}
