import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ProblemKind } from '#server/problems/problem.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { accountTexts } from '../texts/account.ts'
import { orderTexts } from '../texts/orders.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { formatRefusal } from '../texts/refusals.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { ContactPanel } from './contact-panel.tsx'
import { ProblemForm } from './problem-form.tsx'
import { ProblemPreview } from './problem-preview.tsx'
import { problemReportFields, readPhotos, requireOwnOrder } from './problems.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { problems, profile } = args.context.shop
  const eligibility = await problems.loadEligibility(customerId, order.id)
  const draft = await problems.findDraft(customerId, order.id)
  const isPreview = new URL(args.request.url).searchParams.has('previa') && draft !== null
  const requestedKind = new URL(args.request.url).searchParams.get('motivo')
  return {
    orderId: order.id,
    lines: order.lines.map(({ productId, name, requiresPrescription }) => ({
      productId,
      name,
      requiresPrescription,
      remainingUnits: eligibility.returnableUnits.get(productId) ?? 0,
    })),
    rejectionReasonByKind: Object.fromEntries(
      Object.entries(eligibility.rejectionReasons).map(([kind, code]) => [kind, code && formatRefusal(code)]),
    ) as Record<ProblemKind, string | null>,
    withdrawalDeadlineDay: eligibility.withdrawalDeadlineDay,
    messageHints: describeInputs(problems.forms.ProblemReportSchema).message,
    initialKind: draft?.kind ?? requestedKind,
    draft,
    refund: isPreview && draft ? await problems.previewRefund(customerId, order.id, draft).catch(() => null) : null,
    phone: profile.phone,
    chatHref: profile.pharmacistChatUrl,
  }
}

export const headers = buildNoStoreHeaders

const toOrderPath = (orderId: number) => `/minha-conta/pedidos/${orderId}`

/** 'Ver o que volta' saves the report as a draft and shows what would be refunded. */
const previewReportForm = defineCustomerForm({
  intent: 'preview',
  identifyingField: 'kind',
  schema: ({ problems }) => problems.forms.ProblemReportSchema,
  fields: { ...problemReportFields, file: 'file' },
  async run({ args, shop, formData }, report) {
    const { customerId, order } = await requireOwnOrder(args)
    await shop.problems.saveDraft(customerId, order.id, report, await readPhotos(formData))
    return order.id
  },
  respond: (_, orderId) => ({ to: `${toOrderPath(orderId)}/problema?previa` }),
})

/** 'Enviar pedido' submits the draft that the preview showed. */
const submitReportForm = defineCustomerForm({
  intent: 'send',
  async run({ args, shop, formData }) {
    const { customerId, order } = await requireOwnOrder(args)
    const seenDraft = { id: Number(formData.get('draft_id')), seenHash: String(formData.get('seen_hash')) }
    return shop.problems.submitDraft(customerId, order.id, formData.has('draft_id') ? seenDraft : undefined)
  },
  respond(_, { id, kind, orderId }) {
    if (kind === 'cancel') return { to: toOrderPath(orderId), flash: createFlashMessage('ok', texts.cancelledMessage) }
    const message = kind === 'withdraw' ? texts.withdrawnMessage : texts.sentMessage(id)
    return { to: `${toOrderPath(orderId)}/problema/${id}`, flash: createFlashMessage('ok', message) }
  },
})

export const action = createCustomerAction(submitReportForm, previewReportForm)

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: buildPageTitle(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function ProblemPage() {
  const { orderId, refund, draft, lines, phone, chatHref, ...formProps } = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  return (
    <>
      <Breadcrumb
        items={[
          { name: accountTexts.title, href: '/minha-conta' },
          { name: orderTexts.backToOrders, href: '/minha-conta?section=pedidos' },
          { name: accountTexts.order(orderId), href: `/minha-conta/pedidos/${orderId}` },
          { name: texts.title },
        ]}
      />
      <Columns layout="aside">
        <div className={stack}>
          {refund && draft && formState.intent === undefined ? (
            <ProblemPreview orderId={orderId} report={draft} refund={refund} lines={lines} />
          ) : (
            <ProblemForm {...formProps} lines={lines} draft={draft} formState={formState} />
          )}
        </div>
        <ContactPanel phone={phone} chatHref={chatHref} />
      </Columns>
    </>
  )
}
