import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guardForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, refusalInit, refusalOf, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { CoverageNotice } from '../shell/coverage-notice.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { coverageTexts as texts } from '../texts/coverage-notice.ts'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Panel } from '../ui/panel/panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const { chosen, customer } = await visitorOf(args)
  const { delivery } = args.context.shop
  const typed = searchParams.get('cep') ?? chosen?.zipcode ?? ''
  const { zipcode, branchId } = await delivery.resolveZipcode(typed).catch(() => ({ zipcode: '', branchId: null }))
  if (branchId !== 0) throw redirect('/cep', 303)
  return { zipcode, redirectTo: safeRedirect(searchParams.get('redirectTo')), email: customer?.email ?? '' }
}

/** 'Avise-me'. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  const sent = {
    zipcode: String(form.get('zipcode') ?? '').slice(0, 12),
    redirectTo: safeRedirect(form.get('redirectTo')),
    email: String(form.get('email') ?? '').trim(),
  }
  try {
    await guardForm(args, form)
    await args.context.shop.delivery.coverageNotices.askForNotice(sent.email, sent.zipcode, args.context.network)
  } catch (error) {
    const refusal = refusalOf(args.context, error)
    // Good news, not a mistake: a branch has begun to deliver there meanwhile.
    if (refusal.code === 'zipcode.covered') {
      return seeOther(args.context, sent.redirectTo, { flash: flashMessage('ok', refusal.message) })
    }
    return data({ ...sent, error: refusal.message }, refusalInit(refusal))
  }
  return seeOther(args.context, sent.redirectTo, { flash: flashMessage('ok', texts.done) })
}

export const meta = noindexMeta(texts.title)

export default function CoverageNoticePage() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && 'error' in answer ? answer : null
  const { redirectTo } = refused ?? loaded
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={refused ? [{ id: 'email', message: refused.error }] : []} />
      <Panel as="div">
        <CoverageNotice {...(refused ?? loaded)} />
      </Panel>
      <p>
        <a href={redirectTo}>{texts.back}</a>
      </p>
    </div>
  )
}
