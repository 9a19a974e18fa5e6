/** Words that people search for and the page doesn't use, or not in its title: by page, or by heading on it. */
export const otherWords: Readonly<Record<string, string>> = {
  'guides/agents':
    'ai copilot claude cursor codex mcp model context protocol llm tools coding assistant gemini windsurf',
  'guides/answering':
    'mention reply replies respond response send post message thread topic mention direct message dm channel formatting say chat.postMessage sendMessage sendReply embed topic privately ephemeral whisper',
  'guides/answering#sending-editing-deleting-reacting':
    'send edit update change delete remove message reply quote after sending sent direct message dm react',
  'guides/answering#long-texts': 'too long limit 10000 characters chunk',
  'guides/answering#progress': 'progress bar loading spinner status',
  'guides/answering#private-channels': 'private channel access invite',
  'guides/answering#how-long-a-handler-may-take': 'slow handler deadline timeout timed out',
  'guides/answering#markdown-and-escaping':
    'format bold link table code block spoiler sanitize injection user input untrusted',
  'guides/chat-sdk': 'chat sdk vercel adapter thread.post slack teams discord',
  'guides/client':
    'api call request http zulip-js rest endpoint fetch user id email lookup find person profile history search narrow channel presence status members subscribers',
  'guides/client#retries': 'rate limit 429 backoff too many requests 500 502 503',
  'guides/client#paging-with-for-await': 'pagination history old messages list all fetch',
  'guides/commands':
    'slash command arguments parameters parse keyword hears help mention prefix options flags regex regexp pattern match trigger optional argument required subcommands alias choices number validation quoted',
  'guides/commands#who-wrote-and-where': 'sender user author who is the sender context message.author',
  'guides/commands#typing-mistakes': 'typo fuzzy matching misspelled unknown command did you mean suggestion hint',
  'guides/commands#messages-that-arent-commands':
    'direct message dm pm private message onDirectMessage onMention on message text regex catch-all fallback default any other respond',
  'guides/commands#permissions-and-cool-downs':
    'permission role admin owner moderator only allow deny restrict throttle who may access control cooldown cool-down per user check is admin rate limit per user',
  'guides/commands#dates-and-times': 'date time timezone parse duration natural language',
  'guides/conversations':
    'ask question wait answer prompt dialog confirm confirmation yes no wizard form multi-step state scene flow input listen for reply response next message cancel expire choose list pick option',
  'guides/conversations#approvals': 'approve approval four eyes review request sign-off',
  'guides/deployment':
    'deploy hosting docker dockerfile container kubernetes helm aws lambda cloudflare workers vercel deno bun serverless production heroku fly.io render cloud run vps github actions gitlab ci cd pipeline railway azure functions google cloud digital ocean compose durable objects raspberry pi',
  'guides/deployment#a-process-on-a-server': 'systemd service pm2 daemon vps background process',
  'guides/deployment#a-process-without-a-public-address': 'no public ip firewall nat tunnel ngrok localhost',
  'guides/deployment#ports-and-health-checks': 'port health check liveness readiness probe endpoint',
  'guides/deployment#behind-a-proxy': 'reverse proxy nginx caddy traefik gateway 504',
  'guides/drift': 'real server difference check',
  'guides/explore': 'fuzz fuzzing property random monkey chaos',
  'guides/failures':
    'error handling exception throw catch try again retry retries custom error message bug apology stack trace crash uncaught unhandled something went wrong sentry bugsnag unhandled promise rejection globally',
  'guides/files': 'upload download file image attachment picture photo pdf document send',
  'guides/follow-ups': 'thread without mention subscribe watch topic every message only one channel',
  'guides/languages': 'translate translation i18n internationalisation localisation locale german french',
  'guides/larger-bots':
    'composer module plugin structure organise split files router project layout modular cog share code reuse library subcommands',
  'guides/listening':
    'events socket mode long polling no public ip localhost tunnel ngrok reaction edit subscribe gateway websocket getUpdates intents outgoing webhook generic bot',
  'guides/listening#events-reactions-edits-votes':
    'emoji reaction onEvent onMessage message edited deleted joined channel welcome new member joins join deletion',
  'guides/listening#other-bots': 'bots loop ignore own messages answerBots bot to bot',
  'guides/listening#catching-up-after-a-pause': 'missed messages offline downtime reconnect',
  'guides/middleware':
    'use next hook before after plugins interceptor extend context pass data share custom property ctx',
  'guides/mounting':
    'express fastify hono next nextjs next.js sveltekit koa nestjs router existing web app server hapi remix astro nuxt github webhook stripe other routes',
  'guides/mounting#shutting-down': 'graceful shutdown stop close',
  'guides/operations':
    'logging logs log level log format json health check prometheus grafana metrics monitoring opentelemetry tracing alert observability datadog uptime sentry',
  'guides/operations#shutting-down': 'graceful shutdown sigterm sigint stop close exit',
  'guides/operations#logs': 'log level log format json pino colour debug verbose winston console custom logger',
  'guides/organisations': 'multiple workspaces tenants multi-tenant saas realms several servers',
  'guides/on-premises': 'corporate network firewall systemd service intranet proxy self-hosted certificate air-gapped',
  'guides/on-premises#through-a-proxy': 'http proxy https_proxy corporate socks',
  'guides/on-premises#with-systemd': 'systemd service unit daemon',
  'guides/playground': 'inspector ui web page browser try debug bot not responding why no answer',
  'guides/project-settings':
    'typescript types tsconfig commonjs cjs esm require import statement outside module node16 nodenext jest pnpm yarn workspaces monorepo package.json cannot find module cannot use import statement err_module_not_found plain javascript js bundler esbuild webpack',
  'guides/queue':
    'crash restart durable sqlite lost duplicate messages exactly once dead letter worker job persistent background job answers twice answered double reply idempotent',
  'guides/queue#shutting-down': 'graceful shutdown sigterm',
  'guides/recording': 'capture fixture record replay',
  'guides/redis': 'bullmq valkey cluster',
  'guides/scaling':
    'performance load throughput rate limit overload autoscaling horizontal replicas many users two instances several processes load balancer cluster memory usage leak load testing benchmark',
  'guides/schedules': 'cron reminder daily weekly timer job every day interval scheduled message send later',
  'guides/security': 'secret injection escape verify signature attack hmac xss',
  'guides/seed-files': 'fixture test data yaml',
  'guides/sessions':
    'remember state store per user database memory persist persistent storage lock conversation state sqlite user data key value mongodb mysql prisma keyv key-value json',
  'guides/sessions#storage': 'database sqlite postgres persistent storage save data',
  'guides/sessions#locks': 'lock concurrency parallel mutex semaphore race condition simultaneous two messages at once',
  'guides/streams':
    'openai llm ai anthropic chatgpt gpt claude language model assistant tools typing indicator streaming reply stream tokens ollama gemini mistral langchain stop generating cancel generation rag retrieval chatbot function calling fake llm',
  'guides/testing':
    'unit test tests vitest mocha mock assert expect ci mocking simulate github actions gitlab continuous integration coverage without network api calls',
  'guides/testing#time': 'fake timers clock advance time travel',
  'guides/time':
    'timeout 10 ten seconds slow handler long running sleep delay clock background timed out webhook ack abort signal cancel long running job',
  'guides/tutorial':
    'getting started start quickstart quick hello world first bot beginner install introduction example how to create a bot install npm npx tutorial',
  'guides/versions': 'feature level old server compatibility upgrade',
  'guides/widgets':
    'button poll todo to-do list interactive card form inline custom keyboard reply_markup select menu action buttons callback query click quick replies reply chips',
  'guides/coming-from-bolt': 'slack migrate migration app_mention app.message ack say bolt.js socket mode',
  'guides/coming-from-grammy': 'telegram migrate migration telegraf inline keyboard bot.on bot.start',
  'guides/coming-from-python': 'zulip_bots migrate migration handle_message bot_handler',
  'reference/cli': 'command line terminal npx cli',
  'reference/cli#earshot-dev-file-try-a-bot': 'watch mode reload hot nodemon restart on change',
  'reference/cli#earshot-doctor-file-check-the-set-up':
    'bot doesnt respond not responding no answer not working nothing happens troubleshoot diagnose debug stops stopped responding silent',
  'reference/configuration':
    'api key environment variables env variable secret credentials webhook token invalid wrong password zuliprc earshotrc config settings port 401 unauthorized dotenv .env config file',
  'reference/configuration#rotating-a-token': 'rotate change renew revoke expired leaked token',
  'reference/configuration#self-signed-certificates-and-private-cas':
    'self-signed certificate tls ssl https ca certificate error unable to verify expired',
  'reference/errors': 'error codes code list',
  'reference/faults':
    'fault injection simulate failure error outage latency 500 503 timeout inject chaos testing flaky network',
  'reference/simulator': 'fake server mock stub emulator local zulip test server',
  'reference/transcripts': 'conversation test chat file dsl golden snapshot',
  'reference/endpoints/messages/updateFlags': 'star unstar mark read unread flag',
  'reference/endpoints/messages/list': 'history search unread fetch narrow filter',
  'reference/endpoints/messages/delete': 'remove unsend',
  'reference/endpoints/messages/edit': 'move rename topic',
  'reference/endpoints/presence/get': 'who online offline away last seen active',
  'reference/endpoints/presence/list': 'who online offline away active',
  'reference/endpoints/users/setOwnStatus': 'status busy out of office',
  'reference/endpoints/users/setOwnAvatar': 'profile picture icon photo',
  'reference/endpoints/users/deactivate': 'delete remove ban kick block',
  'reference/endpoints/users/mute': 'block ignore',
  'reference/endpoints/realm/startExport': 'export data backup download archive',
  'reference/endpoints/subscriptions/add': 'join channel invite create channel members',
  'reference/endpoints/subscriptions/remove': 'leave channel kick unsubscribe',
  'reference/endpoints/emoji/upload': 'custom emoji icon image',
}
