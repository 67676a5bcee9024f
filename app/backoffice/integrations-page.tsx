import type { Shop } from '#server/shop.ts'
import { parseId } from '../http/ids.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { apiKeyTexts, webhookTexts } from '../texts/backoffice/systems.ts'
import { Message } from '../ui/message/message.tsx'
import { ApiKeysPanel, readScopes } from './api-keys-panel.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { ListPages, readPage } from './list-pages.tsx'
import { parseBranchId } from './parse-branch-id.ts'
import { showStaffForm } from './staff-form.server.tsx'
import {
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  type StaffFormContext,
  type StaffRequest,
} from './staff-pages.server.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'
import { branchAlertForm, templateNamesForm } from './whatsapp-forms.server.ts'
import { failurePageParam, WhatsappPanel } from './whatsapp-panel.tsx'

export const loader = createStaffLoader((request) => loadView(request))

const newApiKeyForm = { intent: 'criar-chave', schema: ({ backoffice }: Shop) => backoffice.forms.NewApiKey }

const addApiKeyForm = defineStaffForm({
  ...newApiKeyForm,
  run: async ({ shop, actor, seenHash }, { name, scopes, branch }) =>
    shop.staff.apiKeys.addApiKey(
      actor,
      { name, scopes: readScopes(scopes), branchId: await parseBranchId({ shop }, branch) },
      seenHash,
    ),
  respond: async (request, newApiKey) => ({ view: await loadView(request, { newApiKey }) }),
})

const newWebhookForm = { intent: 'webhook', schema: ({ backoffice }: Shop) => backoffice.forms.NewWebhook }

const addWebhookForm = defineStaffForm({
  ...newWebhookForm,
  run: async ({ backoffice, shop, seenHash }, { url, branch }) =>
    backoffice.webhooks.addWebhook({ url, branchId: await parseBranchId({ shop }, branch) }, seenHash),
  respond: async (request, { secret: newWebhookSecret }) => ({ view: await loadView(request, { newWebhookSecret }) }),
})

/** A form that is just a button acting on one row. */
const createRowButtonForm = (
  intent: string,
  runForRow: (context: StaffFormContext, id: number) => Promise<unknown>,
  flash: string,
) =>
  defineStaffForm({
    intent,
    run: (context) => runForRow(context, parseId(context.formData.get('id'))),
    respond: () => ({ flash }),
  })

const removeApiKeyForm = createRowButtonForm(
  'remover-chave',
  ({ shop, actor }, id) => shop.staff.apiKeys.removeApiKey(actor, id),
  apiKeyTexts.removedMessage,
)
const removeWebhookForm = createRowButtonForm(
  'tirar-webhook',
  ({ backoffice }, id) => backoffice.webhooks.removeWebhook(id),
  webhookTexts.removedMessage,
)
const resendDeliveryForm = createRowButtonForm(
  'enviar-de-novo',
  ({ backoffice, seenHash }, id) => backoffice.webhooks.resendMessage(id, seenHash),
  webhookTexts.resentMessage,
)

export const action = createStaffAction(
  [
    templateNamesForm,
    branchAlertForm,
    addApiKeyForm,
    removeApiKeyForm,
    removeWebhookForm,
    resendDeliveryForm,
    addWebhookForm,
  ],
  (request) => loadView(request),
)

interface ViewState {
  /** A new key, or a new webhook's secret: shown this once, since nobody can read what is kept of it. */
  newApiKey?: string
  newWebhookSecret?: string
}

async function loadView(request: StaffRequest, { newApiKey, newWebhookSecret }: ViewState = {}): Promise<View> {
  const { backoffice, shop, actor, rootPath } = request
  const [whatsapp, apiKeys, webhooks, deliveries, branches] = await Promise.all([
    backoffice.whatsapp.getWhatsapp(readPage(request.url, failurePageParam)),
    shop.staff.apiKeys.listApiKeys(actor),
    backoffice.webhooks.listWebhooks(),
    backoffice.webhooks.listDeliveries(readPage(request.url, 'entregas')),
    shop.delivery.listBranches(),
  ])
  return {
    title: backofficeTexts.moreNav.systems,
    content: (
      <>
        {newWebhookSecret && (
          <Message tone="ok" title={webhookTexts.secretTitle} role="status">
            <p>
              <code className={css.copyableCode}>{newWebhookSecret}</code>
            </p>
            <p>{webhookTexts.secretHint}</p>
          </Message>
        )}
        <ApiKeysPanel
          apiKeys={apiKeys}
          branches={branches}
          action={`${rootPath}/sistemas`}
          newApiKey={newApiKey}
          form={showStaffForm(newApiKeyForm, request, { texts: apiKeyTexts.fields })}
        />
        <WhatsappPanel whatsapp={whatsapp} request={request} />
        <WebhooksPanel
          webhooks={webhooks}
          deliveries={deliveries}
          branches={branches}
          now={shop.clock.now()}
          rootPath={rootPath}
          form={showStaffForm(newWebhookForm, request, { texts: webhookTexts.fields })}
        />
        <ListPages
          url={request.url}
          hasMore={deliveries.length === shop.backoffice.listSizes.deliveries}
          param="entregas"
        />
      </>
    ),
  }
}
