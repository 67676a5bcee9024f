import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer, requirePrescriptionBag } from '../http/access.server.ts'
import { keptForm } from '../http/kept-form.server.ts'
import { readableForm } from '../http/read-form.server.ts'
import { noStoreHeaders } from '../http/responses.server.ts'
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
import { shownAgain } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { PrescriptionForm } from './prescription-form.tsx'
import { prescriptionAction, prescriptionStep, unreadableForm } from './prescriptions.server.ts'

export const handle: RouteHandle = { Frame: PrescriptionLayout }

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requirePrescriptionBag(args)
  const { needed, uncovered, sent, patients, asksPatient, repeatable } = await prescriptionStep(args, visitor)
  const { profile, prescriptions } = args.context.shop
  return {
    lines: needed,
    uncovered: uncovered.map(({ product }) => ({ id: product.id, name: product.name })),
    sent: (sent?.parts ?? []).map(({ patient, products }) => ({ patient, products: products.map(({ name }) => name) })),
    patients,
    asksPatient,
    repeatable: repeatable.map(({ partId, patient, products, times, uses, until }) => ({
      partId,
      title: texts.repeatOf(patient, products.map(({ name }) => name).join(', ')),
      left: texts.repeatLeft(times - uses, formatDay(until)),
    })),
    kept: keptForm(args, visitor.customer, texts.fileAgain),
    customerName: `${visitor.customer.firstName} ${visitor.customer.lastName}`,
    maxFileBytes: prescriptions.maxFileBytes,
    helpHref: profile.pharmacistChatUrl,
  }
}

export const headers = noStoreHeaders

/** 'Enviar receita', or continue without the products that need one. */
export async function action(args: ActionFunctionArgs) {
  if (await readableForm(args.request)) return prescriptionAction(args)
  await requireCustomer(args)
  await requirePrescriptionBag(args)
  return unreadableForm()
}

export const meta = noindexMeta(texts.title)

export default function PrescriptionPage() {
  const { lines, uncovered, sent, repeatable, helpHref, kept, ...form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form: sentForm, errors } = shownAgain(answer)
  return (
    <div className={`${narrow} ${stack}`}>
      <PurchaseSteps at="prescription" needsPrescription />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={sentForm === 'repeat' ? errors : []} />
      <Panel label={texts.needed}>
        <p>{texts.intro(lines.length)}</p>
        <BagLines lines={lines} />
      </Panel>
      {sent.length > 0 && (
        <Panel title={texts.sentTitle}>
          <ul>
            {sent.map(({ patient, products }) => (
              <li key={`${patient} ${products}`}>{texts.sentFor(patient, products.join(', '))}</li>
            ))}
          </ul>
        </Panel>
      )}
      {repeatable.length > 0 && (
        <Panel title={texts.repeatTitle}>
          {repeatable.map(({ partId, title, left }) => (
            <PostForm key={partId} className={stack}>
              <input type="hidden" name="part" value={partId} />
              <p>
                <b>{title}</b>
                <br />
                {left}
              </p>
              <Button variant="outline" name="intent" value="repeat" aria-label={`${texts.repeat}: ${title}`}>
                {texts.repeat}
              </Button>
            </PostForm>
          ))}
        </Panel>
      )}
      {uncovered.length > 0 ? (
        <PrescriptionForm
          {...form}
          products={uncovered}
          lastResult={sentForm === 'repeat' ? undefined : (answer?.result ?? kept)}
        />
      ) : (
        <ButtonLink size="big" href="/checkout/sacola?etapa=resumo">
          {texts.goOn}
        </ButtonLink>
      )}
      <ButtonLink variant="outline" href={helpHref}>
        {texts.help}
      </ButtonLink>
      <PostForm className={outdent}>
        <Button variant="text" name="intent" value="without">
          {texts.continueWithout(lines.length)}
        </Button>
      </PostForm>
    </div>
  )
}
