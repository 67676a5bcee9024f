import { z } from 'zod'
import { buttonAlone } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { stack } from '../styles/shared.css.ts'
import { counterTexts } from '../texts/backoffice/frame.ts'
import { apiKeyTexts, webhookTexts } from '../texts/backoffice/systems.ts'
import { Message } from '../ui/message/message.tsx'
import { ApiKeysPanel, readScopes } from './api-keys-panel.tsx'
import * as css from './backoffice.css.ts'
import { branchIn } from './chosen-branch.ts'
import type { View } from './document.tsx'
import { Refusal } from './refusal.tsx'
import {
  asTyped,
  type Desk,
  deskLoader,
  type RefusedForm,
  type StaffSender,
  staffForm,
  staffForms,
} from './staff-pages.server.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'

export const loader = deskLoader(show)

const addKey = staffForm({
  intent: 'criar-chave',
  schema: () =>
    z.object({ name: asTyped, scopes: z.array(z.string()).default([]).transform(readScopes), branch: asTyped }),
  fields: { name: 'nome', scopes: 'para', branch: 'loja' },
  run: async ({ shop, actor }, { name, scopes, branch }) =>
    shop.staff.keys.addKey(actor, { name, scopes, branchId: await branchIn({ shop }, branch) }),
  next: async (desk, token) => ({ view: await show(desk, { token }) }),
})

const addWebhook = staffForm({
  intent: 'webhook',
  schema: () => z.object({ url: asTyped.transform((text) => text.trim()), branch: asTyped }),
  fields: { url: 'endereco', branch: 'loja' },
  run: async ({ shop, actor }, { url, branch }) =>
    shop.counter.webhooks.add(actor, { url, branchId: await branchIn({ shop }, branch) }),
  next: async (desk, { secret }) => ({ view: await show(desk, { secret }) }),
})

/** A button of a line, which its `id` names. */
const lineForm = (intent: string, act: (who: StaffSender, id: number) => Promise<unknown>, flash: string) =>
  staffForm({
    ...buttonAlone,
    intent,
    run: (who) => act(who, parseId(who.form.get('id'))),
    next: ({ root }) => ({ to: `${root}/sistemas`, flash }),
  })

const removeKey = lineForm(
  'remover-chave',
  ({ shop, actor }, id) => shop.staff.keys.removeKey(actor, id),
  apiKeyTexts.removed,
)
const removeWebhook = lineForm(
  'tirar-webhook',
  ({ shop, actor }, id) => shop.counter.webhooks.remove(actor, id),
  webhookTexts.removed,
)
const sendAgain = lineForm(
  'enviar-de-novo',
  ({ shop, actor }, id) => shop.counter.webhooks.sendAgain(actor, id),
  webhookTexts.sentAgain,
)

export const action = staffForms([addKey, removeKey, removeWebhook, sendAgain, addWebhook], (desk, refused) =>
  show(desk, { refused }),
)

interface SystemsView {
  refused?: RefusedForm
  /** A new key, or a new webhook's secret: shown this once, since nobody can read what is kept of it. */
  token?: string
  secret?: string
}

async function show(desk: Desk, { refused, token, secret }: SystemsView = {}): Promise<View> {
  const { shop, actor, root } = desk
  const [keys, webhooks, deliveries, branches] = await Promise.all([
    shop.staff.keys.listKeys(actor),
    shop.counter.webhooks.list(actor),
    shop.counter.webhooks.listDeliveries(actor),
    shop.delivery.listBranches(),
  ])
  const isKey = refused?.form === 'criar-chave'
  return {
    title: counterTexts.more.systems,
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
          refused={isKey ? refused : undefined}
        />
        <WebhooksPanel
          webhooks={webhooks}
          deliveries={deliveries}
          branches={branches}
          now={shop.clock.now()}
          root={root}
          reply={isKey ? undefined : refused}
        />
      </div>
    ),
  }
}
