import { customerTexts } from '../texts/backoffice/customers.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { importTexts } from '../texts/backoffice/import.ts'
import { merchandisingTexts } from '../texts/backoffice/merchandising.ts'
import { backofficeOrderTexts } from '../texts/backoffice/orders.ts'
import { backofficePrescriptionTexts } from '../texts/backoffice/prescriptions.ts'
import { backofficeProductTexts, promotionTexts } from '../texts/backoffice/products.ts'
import { staffSignInTexts as texts } from '../texts/backoffice/sign-in.ts'
import { staffTexts } from '../texts/backoffice/staff.ts'
import { foreignFormTexts } from '../texts/foreign-form.ts'
import { toFieldName } from '../ui/field/field-props.ts'
import { accountFieldName } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ResendForm } from '../ui/resend-form/resend-form.tsx'
import type { View } from './document.tsx'
import { SignInLayout } from './sign-in-steps.tsx'

/** Labels of the back office's fields that people type into. A field that is not here is sent along hidden. */
const labelByFieldName: Record<string, string> = {
  ...labelsByFieldName(backofficeOrderTexts.endFields),
  ...labelsByFieldName(backofficeOrderTexts.scanFields),
  units: backofficeOrderTexts.shortItemFields.units[0],
  ...labelsByFieldName(backofficePrescriptionTexts.rejectionFields),
  ...labelsByFieldName(backofficeProductTexts.offerFields),
  ...labelsByFieldName(merchandisingTexts.couponFields),
  ...labelsByFieldName(merchandisingTexts.bannerTextFields),
  text: merchandisingTexts.noticeFields.text[0],
  ...labelsByFieldName(merchandisingTexts.synonymFields),
  name: staffTexts.personFields.name[0],
  crf: staffTexts.accessFields.crf[0],
}

const labelByButtonValue: Record<string, string> = {
  encerrar: backofficeOrderTexts.cancelTitle,
  pedir: backofficeOrderTexts.requestCancellationTitle,
  tirar: backofficeOrderTexts.removeAndRefund,
  sim: backofficeOrderTexts.cancelTitle,
  nao: backofficeOrderTexts.keepOrder,
  reenviar: backofficeTexts.resend,
  aprovar: backofficePrescriptionTexts.approve,
  rejeitar: backofficePrescriptionTexts.reject,
  pausar: backofficeProductTexts.pause,
  retomar: backofficeProductTexts.resume,
  promover: promotionTexts.save,
  despromover: promotionTexts.remove,
  publicar: importTexts.publish,
  convidar: staffTexts.invite,
  refazer: staffTexts.resetAccess,
  remover: staffTexts.remove,
  bloquear: customerTexts.block,
  desbloquear: customerTexts.unblock,
  apagar: customerTexts.erase,
}

interface SubmittedForm {
  fields: [name: string, value: string][]
  /** The tag of the account that it is for; undefined where its fields hold it. */
  account?: string
}

/** What was typed into the form whose session had ended, ready to be sent again. */
export function buildResendFormView(
  action: string,
  { fields, account: accountTag }: SubmittedForm,
  title = texts.resumeTitle,
  intro = texts.resumeHint,
): View {
  const buttonValue = fields.find(([name]) => ['intent', 'decision', 'answer'].includes(name))?.[1] ?? ''
  const fieldsWithAccountTag = accountTag === undefined ? fields : [...fields, [accountFieldName, accountTag] as const]
  return {
    title,
    body: (
      <SignInLayout title={title} intro={intro}>
        <Panel title={labelByButtonValue[buttonValue] ?? backofficeTexts.filledForm}>
          <ResendForm
            action={action}
            fields={fieldsWithAccountTag.map(([name, value]) => ({
              name,
              value,
              label: labelByFieldName[name] ?? null,
            }))}
            submitLabel={texts.resend}
          />
          <p>
            <a href={action}>{texts.discard}</a>
          </p>
        </Panel>
      </SignInLayout>
    ),
  }
}

/** A form of a page that was made for somebody else, who shares this browser. */
export function buildForeignFormView({ pathname, search }: URL, fields: SubmittedForm['fields']): View {
  const view = buildResendFormView(
    pathname + search,
    { fields },
    foreignFormTexts.staffTitle,
    foreignFormTexts.refusedMessage,
  )
  return { ...view, status: 422 }
}

function labelsByFieldName(texts: Record<string, readonly [label: string, hint?: string]>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([input, [label]]) => [toFieldName(input), label]))
}
