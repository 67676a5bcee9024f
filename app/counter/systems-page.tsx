import { idFrom } from '../http/ids.ts'
import { stack } from '../styles/shared.css.ts'
import { counterTexts, webhookTexts as texts } from '../texts/counter.ts'
import { Message } from '../ui/message/message.tsx'
import * as css from './counter.css.ts'
import { type Desk, deskAction, deskLoader } from './counter.server.tsx'
import type { View } from './counter-document.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'

export const loader = deskLoader((desk) => show(desk))

/** 'Cadastrar', 'Remover', 'Enviar de novo'. */
export const action = deskAction(
  async (desk, form) => {
    const { shop, actor, root } = desk
    const { webhooks } = shop.counter
    const to = `${root}/sistemas`
    const text = (name: string) => String(form.get(name) ?? '').trim()
    switch (form.get('intent')) {
      case 'tirar-webhook':
        await webhooks.remove(actor, idFrom(text('id')))
        return { to, said: texts.removed }
      case 'enviar-de-novo':
        await webhooks.sendAgain(actor, idFrom(text('id')))
        return { to, said: texts.sentAgain }
      default: {
        const { secret } = await webhooks.add(actor, { url: text('endereco'), branchId: Number(text('loja')) || null })
        return show(desk, undefined, secret)
      }
    }
  },
  (desk, refused) => show(desk, refused),
)

type Refused = { form: FormData; message: string; field: string | undefined }

/** A new webhook's secret is shown this once; nobody can read the one that is kept. */
async function show(desk: Desk, refused?: Refused, secret?: string): Promise<View> {
  const { shop, actor, root } = desk
  const [webhooks, deliveries, branches] = await Promise.all([
    shop.counter.webhooks.list(actor),
    shop.counter.webhooks.listDeliveries(actor),
    shop.delivery.listBranches(),
  ])
  return {
    title: counterTexts.more.systems,
    ...(refused && { status: 422 }),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{counterTexts.more.systems}</h1>
        </div>
        {refused && (
          <Message tone="error" role="alert">
            {refused.message}
          </Message>
        )}
        {secret && (
          <Message tone="ok" title={texts.secretTitle} role="status">
            <p>
              <code>{secret}</code>
            </p>
            <p>{texts.secretHint}</p>
          </Message>
        )}
        <WebhooksPanel
          webhooks={webhooks}
          deliveries={deliveries}
          branches={branches}
          now={shop.clock.now()}
          root={root}
          typed={refused?.form}
        />
      </div>
    ),
  }
}
