import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigate } from '@remix-run/react'
import { useState } from 'react'
import { getCookies } from '../http/cookies.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { loginTexts, recoveryTexts as texts } from '../texts/account.ts'
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { recoveryAction } from './recovery.server.ts'
import { RecoveryForm, type RecoveryStep, titleByStep } from './recovery-form.tsx'

const recoveryPath = '/recuperacao-senha'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const recovery = getCookies({ request, context }).read('recovery')
  const { email, code } = recovery ?? { email: '', code: '' }
  const requestedStep = new URL(request.url).searchParams.get('etapa')
  const step: RecoveryStep =
    requestedStep === 'senha' && code
      ? 'senha'
      : requestedStep === 'codigo' || requestedStep === 'senha'
        ? 'codigo'
        : 'email'
  return { step, email, code, inputs: describeInputs(context.shop.accounts.forms.PasswordReset) }
}

export const action = recoveryAction

export const meta = createNoindexMeta(texts.title)

export default function RecoveryPage() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const navigate = useNavigate()
  const [initialStep] = useState(loaderData.step)
  const { email, code, inputs } = loaderData
  const step = (actionData?.intent as RecoveryStep | undefined) ?? loaderData.step
  // Scripts do not leave the page on which the code was asked for (specification, section 4); at its own address it is a page.
  const isCodeInDialog = step === 'codigo' && initialStep === 'email'
  const pageStep = isCodeInDialog ? 'email' : step
  const formState = toFormState(actionData)
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{titleByStep[pageStep]}</h1>
      <RecoveryForm
        key={pageStep}
        step={pageStep}
        email={email}
        code={code}
        formState={isCodeInDialog ? toFormState(undefined) : formState}
        inputs={inputs}
      />
      <p>
        {texts.rememberedPassword} <a href="/login">{loginTexts.submit}</a>
      </p>
      <LazyDialog
        open={isCodeInDialog}
        onOpenChange={() => navigate(recoveryPath)}
        pageHref={`${recoveryPath}?etapa=codigo`}
        title={titleByStep.codigo}
        size="narrow"
      >
        <RecoveryForm isInDialog step="codigo" email={email} code={code} formState={formState} inputs={inputs} />
      </LazyDialog>
    </div>
  )
}
