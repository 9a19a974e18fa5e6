import { Command, type RunCommand, withConnectionOptions } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function mcpCommand(run: RunCommand): Command {
  const command = new Command('mcp')
    .summary('Give a coding agent the simulator, or a server, as tools.')
    .description('Give a coding agent the simulator, or a server, as tools (Model Context Protocol).')
    .argument('[file]', 'the file that exports the bot, if a tool call names none')
    .option('--allow-writes', 'with a server: let the tools change things there')
  return withConnectionOptions(command)
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./mcp.js')).serveMcp))
}

const explanation = `
Without options, the tools start a bot in a simulated chat, talk to it, and run its tests. With
--site, --config, --section, --simulator or --as, they work on that server, and only read
unless --allow-writes is given. Needs the package @modelcontextprotocol/sdk.

  $ earshot mcp bot.ts
  $ earshot mcp --config earshotrc --allow-writes`
