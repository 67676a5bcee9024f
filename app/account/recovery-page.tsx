import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cookiesOf } from '../http/cookies.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { loginTexts, recoveryTexts as texts } from '../texts/account.ts'
import { recoveryAction } from './recovery.server.ts'
import { RecoveryForm, type RecoveryStep } from './recovery-form.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const recovery = cookiesOf({ request, context }).read('recovery')
  const { email, code } = recovery ?? { email: '', code: '' }
  const requestedStep = new URL(request.url).searchParams.get('etapa')
  const step: RecoveryStep =
    requestedStep === 'senha' && code
      ? 'senha'
      : requestedStep === 'codigo' || requestedStep === 'senha'
        ? 'codigo'
        : 'email'
  return { step, email, code }
}

export const action = recoveryAction

export const meta = noindexMeta(texts.title)

export default function RecoveryPage() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const step = (actionData?.form as RecoveryStep | undefined) ?? loaderData.step
  return (
    <div className={`${narrow} ${stack}`}>
      <RecoveryForm
        key={step}
        step={step}
        email={loaderData.email}
        code={loaderData.code}
        lastResult={actionData?.result}
      />
      <p>
        {texts.rememberedPassword} <a href="/login">{loginTexts.submit}</a>
      </p>
    </div>
  )
}
