import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { reminderTexts as texts } from '../texts/reminders.ts'
import { Button } from '../ui/button/button.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

/** No side effects: mail scanners follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  return { hasReminders: await context.shop.reminders.hasReminders(params.token ?? '') }
}

export const headers = buildNoStoreHeaders

/** Also handles one-click unsubscribe (RFC 8058). */
export const action = createShopAction(
  defineShopForm({
    intent: 'end',
    run: ({ args, shop }) => shop.reminders.unsubscribe(args.params.token ?? ''),
    respond: ({ args }) => ({ to: new URL(args.request.url).pathname }),
  }),
)

export const meta = createNoindexMeta(texts.stopTitle)

/** Unsubscribes the recipient without signing in. */
export default function UnsubscribePage() {
  const { hasReminders } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.stopTitle}</h1>
      {hasReminders ? (
        <PostForm className={stack}>
          <p>{texts.stopIntro}</p>
          <Button name="intent" value="end">
            {texts.stopReminders}
          </Button>
        </PostForm>
      ) : (
        <p>{texts.stoppedMessage}</p>
      )}
    </div>
  )
}
