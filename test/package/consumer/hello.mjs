// The hello world of somebody who has just installed the package.
import { Bot } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'

const simulator = createSimulator()
const { token, ...credentials } = simulator.credentials('echo')

const bot = new Bot()
bot.onMention((context) => `You said: ${context.text}`)
const receiver = createReceiver({ bots: [{ bot, credentials, tokens: [token] }], fetch: simulator.fetch })

simulator.connect('echo', (request) => receiver.fetch(request))
simulator.say('iago', { channel: 'general', topic: 'hello world' }, '@**Echo** hi')
await simulator.idle()

for (const { sender_full_name, content } of simulator.messages({ channel: 'general', topic: 'hello world' })) {
  console.log(`${sender_full_name}: ${content}`)
}
await simulator.close()
