import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'

export const outgoingWebhookOperations: { readonly 'outgoingWebhook.latest': Operation<'outgoingWebhook.latest'> } = {
  'outgoingWebhook.latest': byAccount(({ caller }) => ({
    ...(caller.latestNotification ?? refuse('noNotificationYet')),
  })),
}
