import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ProblemKind } from '#server/problems/problem.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, noStoreHeaders, refusalOf, retryHeaders, seeOther } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { accountTexts, orderTexts } from '../texts/account.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { sentenceOf } from '../texts/refusals.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import type { FieldError } from '../ui/error-summary/error-summary.tsx'
import { ProblemForm } from './problem-form.tsx'
import { HelpByPhone } from './problem-parts.tsx'
import { ProblemPreview } from './problem-preview.tsx'
import { ownOrder, photosIn, readReport } from './problems.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await ownOrder(args)
  const { problems, profile } = args.context.shop
  const judged = await problems.judge(customerId, order.id)
  const draft = await problems.findOwn(customerId, order.id).catch(() => null)
  const isPreview = new URL(args.request.url).searchParams.has('previa') && draft !== null
  const chosen = new URL(args.request.url).searchParams.get('motivo')
  return {
    orderId: order.id,
    lines: order.lines.map(({ productId, name, requiresPrescription }) => ({
      id: productId,
      name,
      requiresPrescription,
      left: judged.unitsLeft.get(productId) ?? 0,
    })),
    objections: Object.fromEntries(
      Object.entries(judged.objections).map(([kind, code]) => [kind, code && sentenceOf(code)]),
    ) as Record<ProblemKind, string | null>,
    withdrawalDay: judged.withdrawalDay,
    chosen: draft?.kind ?? chosen,
    draft,
    returns: isPreview && draft ? await problems.preview(customerId, order.id, draft).catch(() => null) : null,
    phone: profile.phone,
    chatHref: profile.pharmacistChatUrl,
  }
}

export const headers = noStoreHeaders

/** 'Ver o que volta' keeps what was typed and shows what would come back; 'Enviar pedido' sends it. */
export async function action(args: ActionFunctionArgs) {
  const { customerId, order } = await ownOrder(args)
  const { shop } = args.context
  const page = `/minha-conta/pedidos/${order.id}`
  const form = await readForm(args.request)
  const typed = {
    kind: form.get('kind')?.toString() ?? null,
    items: form.getAll('item').map(String),
    units: Object.fromEntries([...form].filter(([name]) => name.startsWith('units-')).map(([n, v]) => [n, String(v)])),
    message: form.get('message')?.toString() ?? '',
  }
  try {
    if (form.has('kind')) {
      const read = readReport(args, form)
      if ('errors' in read) return data({ typed, errors: read.errors }, 422)
      await shop.problems.saveDraft(customerId, order.id, read.report, await photosIn(form))
    }
    if (form.get('intent') !== 'send') return seeOther(args.context, `${page}/problema?previa`)
    const problem = await shop.problems.send(customerId, order.id)
    if (problem.kind === 'cancel')
      return seeOther(args.context, page, { flash: flashMessage('ok', texts.doneCancelled) })
    const said = problem.kind === 'withdraw' ? texts.doneWithdrawn : texts.received(problem.id)
    return seeOther(args.context, `${page}/problema/${problem.id}`, { flash: flashMessage('ok', said) })
  } catch (error) {
    const refusal = refusalOf(args.context, error)
    const errors: FieldError[] = [{ id: refusal.field, message: refusal.message }]
    return data({ typed, errors }, { status: refusal.status, headers: retryHeaders(refusal) })
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: titleOf(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function ProblemPage() {
  const { orderId, returns, draft, lines, phone, chatHref, ...form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && 'errors' in answer ? answer : undefined
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
          {returns && draft && !refused ? (
            <ProblemPreview orderId={orderId} report={draft} returns={returns} lines={lines} />
          ) : (
            <ProblemForm {...form} lines={lines} draft={draft} refused={refused} />
          )}
        </div>
        <HelpByPhone phone={phone} chatHref={chatHref} />
      </Columns>
    </>
  )
}
