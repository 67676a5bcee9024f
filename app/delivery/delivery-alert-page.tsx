import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage, isShopError } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { DeliveryAlertForm } from '../shell/delivery-alert-form.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { coverageNoticeTexts as texts } from '../texts/coverage-notice.ts'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const { destination, customer } = await loadVisitor(args)
  const { delivery } = args.context.shop
  const initialZipcode = searchParams.get('cep') ?? destination?.zipcode ?? ''
  const { zipcode, branchId } = await delivery
    .resolveZipcode(initialZipcode)
    .catch(() => ({ zipcode: '', branchId: null }))
  if (branchId !== 0) throw redirect('/cep', 303)
  return { zipcode, redirectTo: safeRedirect(searchParams.get('redirectTo')), email: customer?.email ?? '' }
}

/** 'Avise-me'. */
export const action = createShopAction(
  defineShopForm({
    intent: 'notify',
    schema: () => z.object({ email: z.string().default(''), zipcode: z.string().default('') }),
    hasBotProtection: true,
    async run({ args, shop }, { email, zipcode }) {
      try {
        await shop.delivery.coverageNotices.requestNotice(email, zipcode, args.context.clientNetwork)
        return texts.doneMessage
      } catch (error) {
        // Good news, not a mistake: a branch has begun to deliver there meanwhile.
        if (!isShopError(error, 'zipcode.covered')) throw error
        return error.message
      }
    },
    respond: ({ formData }, message) => ({
      to: safeRedirect(formData.get('redirectTo')),
      flash: createFlashMessage('ok', message),
    }),
  }),
)

export const meta = createNoindexMeta(texts.title)

export default function DeliveryAlertPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { message, getFieldValue } = toFormState(useActionData<typeof action>())
  const redirectTo = safeRedirect(getFieldValue('redirectTo', loaderData.redirectTo))
  const [zipcode, email] = [getFieldValue('zipcode', loaderData.zipcode), getFieldValue('email', loaderData.email)]
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={message ? [{ id: 'email', message }] : []} />
      <Panel as="div">
        <DeliveryAlertForm zipcode={zipcode} returnTo={redirectTo} email={email} {...(message && { error: message })} />
      </Panel>
      <p>
        <a href={redirectTo}>{texts.notNow}</a>
      </p>
    </div>
  )
}
