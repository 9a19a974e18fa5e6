import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
const root='/tmp/h/me'
const contents=`import { Bot, silent } from './src/index.ts'
import { createReceiver } from './src/receiver.ts'
const bot = new Bot()
bot.onMention((ctx) => 'You said: ' + ctx.text)
const { token, ...credentials } = {"site":"https://chat.example.com","email":"echo-bot@example.com","apiKey":"k","token":"t"}
export const receiver = createReceiver({ bots: [{ bot, credentials, tokens: [token] }], log: silent })`
const r=await build({absWorkingDir:root,stdin:{contents,resolveDir:root},charset:'ascii',bundle:true,minify:true,write:false,format:'iife',globalName:'hello',platform:'browser',conditions:['workerd','worker'],logLevel:'silent'})
console.log(gzipSync(r.outputFiles[0].text,{level:9}).length)
