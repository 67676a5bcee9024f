import { customerTexts } from '../texts/backoffice/customers.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { importTexts } from '../texts/backoffice/import.ts'
import { merchandisingTexts } from '../texts/backoffice/merchandising.ts'
import { orderTexts } from '../texts/backoffice/orders.ts'
import { prescriptionTexts } from '../texts/backoffice/prescriptions.ts'
import { productTexts, promotionTexts } from '../texts/backoffice/products.ts'
import { staffSignInTexts as texts } from '../texts/backoffice/sign-in.ts'
import { staffTexts } from '../texts/backoffice/staff.ts'
import { foreignFormTexts } from '../texts/foreign-form.ts'
import { accountFieldName } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ResendForm } from '../ui/resend-form/resend-form.tsx'
import type { View } from './document.tsx'
import { SignInLayout } from './sign-in-steps.tsx'

/** What people type into the counter's forms, by field. A field that is not here travels along unseen. */
const fieldLabels: Record<string, string> = {
  motivo: orderTexts.reason,
  ean: orderTexts.barcode,
  unidades: orderTexts.removeUnits,
  frase: prescriptionTexts.otherReason,
  preco: productTexts.price,
  estoque: productTexts.stock,
  desconto: promotionTexts.value,
  de: promotionTexts.firstDay,
  ate: promotionTexts.lastDay,
  codigo: merchandisingTexts.code,
  maximo: merchandisingTexts.maxDiscount,
  minimo: merchandisingTexts.minAmount,
  limite: merchandisingTexts.maxUses,
  aviso: merchandisingTexts.notice,
  titulo: merchandisingTexts.bannerTitle,
  texto: merchandisingTexts.bannerText,
  botao: merchandisingTexts.bannerButton,
  palavras: merchandisingTexts.newGroup,
  nome: staffTexts.name,
  crf: staffTexts.crf,
}

/** What a form's button does, by its value. */
const buttonLabels: Record<string, string> = {
  encerrar: orderTexts.cancelTitle,
  pedir: orderTexts.requestCancellationTitle,
  tirar: orderTexts.removeAndRefund,
  sim: orderTexts.cancelTitle,
  nao: orderTexts.keepOrder,
  reenviar: backofficeTexts.resend,
  aprovar: prescriptionTexts.approve,
  rejeitar: prescriptionTexts.reject,
  pausar: productTexts.pause,
  retomar: productTexts.resume,
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
  /** Whose it is; undefined where its fields say so. */
  account?: string
}

/** What was typed into the form whose session had ended, ready to be sent again. */
export function buildResumeView(
  action: string,
  { fields, account }: SubmittedForm,
  title = texts.resumeTitle,
  intro = texts.resumeHint,
): View {
  const buttonValue = fields.find(([name]) => ['intent', 'decisao', 'resposta'].includes(name))?.[1] ?? ''
  const fieldsWithAccount = account === undefined ? fields : [...fields, [accountFieldName, account] as const]
  return {
    title,
    body: (
      <SignInLayout title={title} intro={intro}>
        <Panel title={buttonLabels[buttonValue] ?? backofficeTexts.filledForm}>
          <ResendForm
            action={action}
            fields={fieldsWithAccount.map(([name, value]) => ({ name, value, label: fieldLabels[name] ?? null }))}
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
  const view = buildResumeView(
    pathname + search,
    { fields },
    foreignFormTexts.staffTitle,
    foreignFormTexts.refusedMessage,
  )
  return { ...view, status: 422 }
}
