import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { Notification } from '../../webhook/webhook.js'

export const latestNotification = endpoint({
  name: 'outgoingWebhook.latest',
  method: 'POST',
  path: '/svc-outgoing-webhook',
  spec: '4.19',
  summary: 'Show the latest notification that the server posted for the calling outgoing-webhook bot.',
  access: 'account',
  params: {},
  response: Notification.shape,
  errors: [errors.noNotificationYet],
  repeatable: 'always',
})
