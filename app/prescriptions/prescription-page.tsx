import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer, requirePrescriptionBag } from '../http/access.server.ts'
import { tryReadForm } from '../http/read-form.server.ts'
import { noStoreHeaders } from '../http/responses.server.ts'
import { savedFormResult } from '../http/saved-form.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { PrescriptionLayout } from '../shell/prescription-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrow } from '../styles/narrow.css.ts'
import { outdent, stack } from '../styles/shared.css.ts'
import { prescriptionTexts as texts } from '../texts/checkout.ts'
import { formatDay } from '../texts/format.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { PrescriptionForm } from './prescription-form.tsx'
import { loadPrescriptionStep, prescriptionAction, unreadableForm } from './prescriptions.server.ts'

export const handle: RouteHandle = { Frame: PrescriptionLayout }

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requirePrescriptionBag(args)
  const { prescriptionLines, uncoveredLines, openPrescription, patients, needsAgeAndSex, repeatable } =
    await loadPrescriptionStep(args, visitor)
  const { profile, prescriptions } = args.context.shop
  return {
    prescriptionLines,
    uncoveredProducts: uncoveredLines.map(({ product }) => ({ id: product.id, name: product.name })),
    openParts: (openPrescription?.parts ?? []).map(({ patient, products }) => ({
      patient,
      products: products.map(({ name }) => name),
    })),
    patients,
    needsAgeAndSex,
    repeatable: repeatable.map(({ partId, patient, products, times, uses, until }) => ({
      partId,
      title: texts.repeatOf(patient, products.map(({ name }) => name).join(', ')),
      remainingUses: texts.remainingUses(times - uses, formatDay(until)),
    })),
    savedResult: savedFormResult(args, visitor.customer, texts.fileAgain),
    customerName: `${visitor.customer.firstName} ${visitor.customer.lastName}`,
    maxFileBytes: prescriptions.maxFileBytes,
    helpHref: profile.pharmacistChatUrl,
  }
}

export const headers = noStoreHeaders

/** 'Enviar receita', or continue without the products that need one. */
export async function action(args: ActionFunctionArgs) {
  if (await tryReadForm(args.request)) return prescriptionAction(args)
  await requireCustomer(args)
  await requirePrescriptionBag(args)
  return unreadableForm()
}

export const meta = noindexMeta(texts.title)

export default function PrescriptionPage() {
  const { prescriptionLines, uncoveredProducts, openParts, repeatable, helpHref, savedResult, ...form } =
    useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { form: formIntent, errors } = formStateOf(actionData)
  return (
    <div className={`${narrow} ${stack}`}>
      <PurchaseSteps currentStep="prescription" needsPrescription />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={formIntent === 'repeat' ? errors : []} />
      <Panel label={texts.prescriptionLines}>
        <p>{texts.intro(prescriptionLines.length)}</p>
        <BagLines lines={prescriptionLines} />
      </Panel>
      {openParts.length > 0 && (
        <Panel title={texts.sentTitle}>
          <ul>
            {openParts.map(({ patient, products }) => (
              <li key={`${patient} ${products}`}>{texts.sentFor(patient, products.join(', '))}</li>
            ))}
          </ul>
        </Panel>
      )}
      {repeatable.length > 0 && (
        <Panel title={texts.repeatTitle}>
          {repeatable.map(({ partId, title, remainingUses }) => (
            <PostForm key={partId} className={stack}>
              <input type="hidden" name="part" value={partId} />
              <p>
                <b>{title}</b>
                <br />
                {remainingUses}
              </p>
              <Button variant="outline" name="intent" value="repeat" aria-label={`${texts.repeat}: ${title}`}>
                {texts.repeat}
              </Button>
            </PostForm>
          ))}
        </Panel>
      )}
      {uncoveredProducts.length > 0 ? (
        <PrescriptionForm
          {...form}
          products={uncoveredProducts}
          lastResult={formIntent === 'repeat' ? undefined : (actionData?.result ?? savedResult)}
        />
      ) : (
        <ButtonLink size="big" href="/checkout/sacola?etapa=resumo">
          {texts.continue}
        </ButtonLink>
      )}
      <ButtonLink variant="outline" href={helpHref}>
        {texts.help}
      </ButtonLink>
      <PostForm className={outdent}>
        <Button variant="text" name="intent" value="without">
          {texts.continueWithout(prescriptionLines.length)}
        </Button>
      </PostForm>
    </div>
  )
}
