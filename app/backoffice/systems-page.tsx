import { parseId } from '../http/ids.ts'
import { stack } from '../styles/shared.css.ts'
import { apiKeyTexts, counterTexts, webhookTexts } from '../texts/backoffice.ts'
import { Message } from '../ui/message/message.tsx'
import { ApiKeysPanel, addKey } from './api-keys-panel.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { Refusal } from './refusal.tsx'
import { type Desk, deskAction, deskLoader } from './staff-pages.server.tsx'
import { addWebhook, WebhooksPanel } from './webhooks-panel.tsx'

export const loader = deskLoader(show)

/** The forms of the panels, by their buttons. */
export const action = deskAction(
  async (desk, form) => {
    const { shop, actor, root } = desk
    const to = `${root}/sistemas`
    switch (form.get('intent')) {
      case 'criar-chave':
        return show(desk, { token: await addKey(desk, form) })
      case 'remover-chave':
        await shop.staff.keys.removeKey(actor, parseId(form.get('id')))
        return { to, flash: apiKeyTexts.removed }
      case 'tirar-webhook':
        await shop.counter.webhooks.remove(actor, parseId(form.get('id')))
        return { to, flash: webhookTexts.removed }
      case 'enviar-de-novo':
        await shop.counter.webhooks.sendAgain(actor, parseId(form.get('id')))
        return { to, flash: webhookTexts.sentAgain }
      default:
        return show(desk, { secret: await addWebhook(desk, form) })
    }
  },
  (desk, refused) => show(desk, { refused }),
)

interface Shown {
  refused?: { form: FormData; message: string }
  /** A new key, or a new webhook's secret: shown this once, since nobody can read what is kept of it. */
  token?: string
  secret?: string
}

async function show(desk: Desk, { refused, token, secret }: Shown = {}): Promise<View> {
  const { shop, actor, root } = desk
  const [keys, webhooks, deliveries, branches] = await Promise.all([
    shop.staff.keys.listKeys(actor),
    shop.counter.webhooks.list(actor),
    shop.counter.webhooks.listDeliveries(actor),
    shop.delivery.listBranches(),
  ])
  const isKey = refused?.form.get('intent') === 'criar-chave'
  return {
    title: counterTexts.more.systems,
    ...(refused && { status: 422 }),
    body: (
      <div className={stack}>
        <h1 className={css.top}>{counterTexts.more.systems}</h1>
        {refused && <Refusal>{refused.message}</Refusal>}
        {secret && (
          <Message tone="ok" title={webhookTexts.secretTitle} role="status">
            <p>
              <code className={css.token}>{secret}</code>
            </p>
            <p>{webhookTexts.secretHint}</p>
          </Message>
        )}
        <ApiKeysPanel
          keys={keys}
          branches={branches}
          action={`${root}/sistemas`}
          token={token}
          refused={isKey ? refused?.form : undefined}
        />
        <WebhooksPanel
          webhooks={webhooks}
          deliveries={deliveries}
          branches={branches}
          now={shop.clock.now()}
          root={root}
          typed={isKey ? undefined : refused?.form}
        />
      </div>
    ),
  }
}
