import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { apiKeyTexts, webhookTexts } from '../texts/backoffice/systems.ts'
import { Message } from '../ui/message/message.tsx'
import { ApiKeysPanel, readScopes } from './api-keys-panel.tsx'
import * as css from './backoffice.css.ts'
import { branchIn } from './chosen-branch.ts'
import type { View } from './document.tsx'
import { Refusal } from './refusal.tsx'
import {
  type FailedForm,
  rawText,
  type StaffFormContext,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'

export const loader = staffLoader(show)

const addKey = staffForm({
  intent: 'criar-chave',
  schema: () =>
    z.object({ name: rawText, scopes: z.array(z.string()).default([]).transform(readScopes), branch: rawText }),
  fields: { name: 'nome', scopes: 'para', branch: 'loja' },
  run: async ({ shop, actor }, { name, scopes, branch }) =>
    shop.staff.keys.addKey(actor, { name, scopes, branchId: await branchIn({ shop }, branch) }),
  next: async (request, token) => ({ view: await show(request, { token }) }),
})

const addWebhook = staffForm({
  intent: 'webhook',
  schema: () => z.object({ url: rawText.transform((text) => text.trim()), branch: rawText }),
  fields: { url: 'endereco', branch: 'loja' },
  run: async ({ shop, actor }, { url, branch }) =>
    shop.counter.webhooks.add(actor, { url, branchId: await branchIn({ shop }, branch) }),
  next: async (request, { secret }) => ({ view: await show(request, { secret }) }),
})

/** A button of a line, which its `id` names. */
const lineForm = (intent: string, act: (context: StaffFormContext, id: number) => Promise<unknown>, flash: string) =>
  staffForm({
    ...noFields,
    intent,
    run: (context) => act(context, parseId(context.form.get('id'))),
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

export const action = staffAction([addKey, removeKey, removeWebhook, sendAgain, addWebhook], (request, failedForm) =>
  show(request, { failedForm }),
)

interface SystemsView {
  failedForm?: FailedForm
  /** A new key, or a new webhook's secret: shown this once, since nobody can read what is kept of it. */
  token?: string
  secret?: string
}

async function show(request: StaffRequest, { failedForm, token, secret }: SystemsView = {}): Promise<View> {
  const { shop, actor, root } = request
  const [keys, webhooks, deliveries, branches] = await Promise.all([
    shop.staff.keys.listKeys(actor),
    shop.counter.webhooks.list(actor),
    shop.counter.webhooks.listDeliveries(actor),
    shop.delivery.listBranches(),
  ])
  const isKey = failedForm?.form === 'criar-chave'
  return {
    title: backofficeTexts.more.systems,
    body: (
      <div className={stack}>
        <h1 className={css.top}>{backofficeTexts.more.systems}</h1>
        {failedForm && <Refusal>{failedForm.message}</Refusal>}
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
          failedForm={isKey ? failedForm : undefined}
        />
        <WebhooksPanel
          webhooks={webhooks}
          deliveries={deliveries}
          branches={branches}
          now={shop.clock.now()}
          root={root}
          reply={isKey ? undefined : failedForm}
        />
      </div>
    ),
  }
}
