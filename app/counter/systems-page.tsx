import { stack } from '../styles/shared.css.ts'
import { apiKeyTexts, counterTexts } from '../texts/counter.ts'
import { Message } from '../ui/message/message.tsx'
import { ApiKeysPanel, addKey, removeKey } from './api-keys-panel.tsx'
import * as css from './counter.css.ts'
import { type Desk, deskAction, deskLoader } from './counter.server.tsx'
import type { View } from './counter-document.tsx'

export const loader = deskLoader((desk) => show(desk))

/** The forms of the panels, by their buttons. */
export const action = deskAction(
  async (desk, form) => {
    switch (form.get('intent')) {
      case 'remover-chave':
        await removeKey(desk, form)
        return { to: `${desk.root}/sistemas`, said: apiKeyTexts.removed }
      default:
        return show(desk, { token: await addKey(desk, form) })
    }
  },
  (desk, refused) => show(desk, { refused }),
)

interface Shown {
  refused?: { form: FormData; message: string }
  /** A new key, shown this once. */
  token?: string
}

async function show(desk: Desk, { refused, token }: Shown = {}): Promise<View> {
  const { shop, actor, root } = desk
  const [keys, branches] = await Promise.all([shop.staff.keys.listKeys(actor), shop.delivery.listBranches()])
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
        <ApiKeysPanel
          keys={keys}
          branches={branches}
          action={`${root}/sistemas`}
          token={token}
          refused={refused?.form.get('intent') === 'criar-chave' ? refused.form : undefined}
        />
      </div>
    ),
  }
}
