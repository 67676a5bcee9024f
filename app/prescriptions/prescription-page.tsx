import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer, requirePrescriptionCheckoutVisitor } from '../http/access.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { tryReadForm } from '../http/read-form.server.ts'
import { buildNoStoreHeaders } from '../http/responses.server.ts'
import { readSavedFormResult } from '../http/saved-form.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { outdent, stack } from '../styles/shared.css.ts'
import { prescriptionTexts as texts } from '../texts/checkout.ts'
import { formatDay } from '../texts/format.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { PrescriptionForm } from './prescription-form.tsx'
import { buildUnreadableFormResponse, loadPrescriptionStep, prescriptionAction } from './prescriptions.server.ts'

export const handle: RouteHandle = { Layout: CheckoutLayout }

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requirePrescriptionCheckoutVisitor(args)
  const { prescriptionLines, uncoveredLines, openPrescription, patients, needsAgeAndSex, reusablePrescriptions } =
    await loadPrescriptionStep(args, visitor)
  const { profile, prescriptions } = args.context.shop
  return {
    prescriptionLines,
    uncoveredProducts: uncoveredLines.map(({ product }) => ({ id: product.id, name: product.name })),
    sentPrescriptions: (openPrescription?.parts ?? []).map(({ patient, products }) => ({
      patient,
      products: products.map(({ name }) => name),
    })),
    patients,
    needsAgeAndSex,
    reusablePrescriptions: reusablePrescriptions.map(({ partId, patient, products, maxUses, useCount, lastDay }) => ({
      partId,
      title: texts.reusableLabel(patient, products.map(({ name }) => name).join(', ')),
      remainingUsesText: texts.remainingUses(maxUses - useCount, formatDay(lastDay)),
    })),
    savedResult: readSavedFormResult(args, visitor.customer, texts.chooseFileAgain),
    customerName: `${visitor.customer.firstName} ${visitor.customer.lastName}`,
    maxFileBytes: prescriptions.maxFileBytes,
    inputs: describeInputs(prescriptions.forms.PrescriptionForm),
    pharmacistChatHref: profile.pharmacistChatUrl,
  }
}

export const headers = buildNoStoreHeaders

/** 'Enviar receita', or continue without the products that need one. */
export async function action(args: ActionFunctionArgs) {
  if (await tryReadForm(args.request)) return prescriptionAction(args)
  await requireCustomer(args)
  await requirePrescriptionCheckoutVisitor(args)
  return buildUnreadableFormResponse()
}

export const meta = createNoindexMeta(texts.title)

export default function PrescriptionPage() {
  const {
    prescriptionLines,
    uncoveredProducts,
    sentPrescriptions,
    reusablePrescriptions,
    pharmacistChatHref,
    savedResult,
    ...formProps
  } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const formState = toFormState(actionData ?? (savedResult && { intent: 'send', result: savedResult }))
  const isRepeat = formState.intent === 'repeat'
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <PurchaseSteps currentStep="prescription" needsPrescription />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={isRepeat ? formState.errors : []} />
      <Panel hiddenTitle={texts.prescriptionLines}>
        <p>{texts.intro(prescriptionLines.length)}</p>
        <BagLines lines={prescriptionLines} />
      </Panel>
      {sentPrescriptions.length > 0 && (
        <Panel title={texts.sentTitle}>
          <ul>
            {sentPrescriptions.map(({ patient, products }) => (
              <li key={`${patient} ${products}`}>{texts.sentLabel(patient, products.join(', '))}</li>
            ))}
          </ul>
        </Panel>
      )}
      {reusablePrescriptions.length > 0 && (
        <Panel title={texts.reusableTitle}>
          {reusablePrescriptions.map(({ partId, title, remainingUsesText }) => (
            <PostForm key={partId} className={stack}>
              <input type="hidden" name="part" value={partId} />
              <p>
                <b>{title}</b>
                <br />
                {remainingUsesText}
              </p>
              <Button
                variant="outline"
                name="intent"
                value="repeat"
                aria-label={`${texts.reusePrescription}: ${title}`}
              >
                {texts.reusePrescription}
              </Button>
            </PostForm>
          ))}
        </Panel>
      )}
      {uncoveredProducts.length > 0 ? (
        <PrescriptionForm
          {...formProps}
          products={uncoveredProducts}
          formState={isRepeat ? toFormState(undefined) : formState}
        />
      ) : (
        <ButtonLink size="big" href="/checkout/sacola?etapa=resumo">
          {texts.continue}
        </ButtonLink>
      )}
      <ButtonLink variant="outline" href={pharmacistChatHref}>
        {texts.askPharmacist}
      </ButtonLink>
      <PostForm className={outdent}>
        <Button variant="text" name="intent" value="without">
          {texts.continueWithout(prescriptionLines.length)}
        </Button>
      </PostForm>
    </div>
  )
}
