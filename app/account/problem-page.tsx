import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ProblemKind } from '#server/problems/problem.ts'
import { noFields } from '../http/define-form.server.ts'
import { customerAction, customerForm } from '../http/handle-forms.server.ts'
import { flashMessage, noStoreHeaders } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { accountTexts } from '../texts/account.ts'
import { orderTexts } from '../texts/orders.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { messageFor } from '../texts/refusals.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { HelpByPhone } from './help-by-phone.tsx'
import { ProblemForm } from './problem-form.tsx'
import { ProblemPreview } from './problem-preview.tsx'
import { readPhotos, reportFields, requireOwnOrder } from './problems.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { problems, profile } = args.context.shop
  const eligibility = await problems.eligibilityOf(customerId, order.id)
  const draft = await problems.findForCustomer(customerId, order.id).catch(() => null)
  const isPreview = new URL(args.request.url).searchParams.has('previa') && draft !== null
  const requestedKind = new URL(args.request.url).searchParams.get('motivo')
  return {
    orderId: order.id,
    lines: order.lines.map(({ productId, name, requiresPrescription }) => ({
      id: productId,
      name,
      requiresPrescription,
      remainingUnits: eligibility.returnableUnits.get(productId) ?? 0,
    })),
    objections: Object.fromEntries(
      Object.entries(eligibility.objections).map(([kind, code]) => [kind, code && messageFor(code)]),
    ) as Record<ProblemKind, string | null>,
    withdrawalDay: eligibility.withdrawalDay,
    initialKind: draft?.kind ?? requestedKind,
    draft,
    returns: isPreview && draft ? await problems.preview(customerId, order.id, draft).catch(() => null) : null,
    phone: profile.phone,
    chatHref: profile.pharmacistChatUrl,
  }
}

export const headers = noStoreHeaders

const orderPath = (orderId: number) => `/minha-conta/pedidos/${orderId}`

/** 'Ver o que volta' keeps what was typed and shows what would come back. */
const previewReport = customerForm({
  intent: 'preview',
  identifyingField: 'kind',
  schema: ({ problems }) => problems.forms.ProblemReport,
  fields: { ...reportFields, file: 'file' },
  async run({ args, shop, form }, report) {
    const { customerId, order } = await requireOwnOrder(args)
    await shop.problems.saveDraft(customerId, order.id, report, await readPhotos(form))
    return order.id
  },
  next: (_, orderId) => ({ to: `${orderPath(orderId)}/problema?previa` }),
})

/** 'Enviar pedido' sends what was kept. */
const submitReport = customerForm({
  ...noFields,
  intent: 'send',
  async run({ args, shop }) {
    const { customerId, order } = await requireOwnOrder(args)
    return shop.problems.submitDraft(customerId, order.id)
  },
  next(_, { id, kind, orderId }) {
    if (kind === 'cancel') return { to: orderPath(orderId), flash: flashMessage('ok', texts.cancelledReply) }
    const message = kind === 'withdraw' ? texts.withdrawnReply : texts.sentReply(id)
    return { to: `${orderPath(orderId)}/problema/${id}`, flash: flashMessage('ok', message) }
  },
})

export const action = customerAction(submitReport, previewReport)

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: titleOf(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function ProblemPage() {
  const { orderId, returns, draft, lines, phone, chatHref, ...form } = useLoaderData<typeof loader>()
  const formState = formStateOf(useActionData<typeof action>())
  return (
    <>
      <Breadcrumb
        items={[
          { name: accountTexts.title, href: '/minha-conta' },
          { name: orderTexts.back, href: '/minha-conta?section=pedidos' },
          { name: accountTexts.order(orderId), href: `/minha-conta/pedidos/${orderId}` },
          { name: texts.title },
        ]}
      />
      <Columns ratio="aside">
        <div className={stack}>
          {returns && draft && formState.form === undefined ? (
            <ProblemPreview orderId={orderId} report={draft} returns={returns} lines={lines} />
          ) : (
            <ProblemForm {...form} lines={lines} draft={draft} formState={formState} />
          )}
        </div>
        <HelpByPhone phone={phone} chatHref={chatHref} />
      </Columns>
    </>
  )
}
