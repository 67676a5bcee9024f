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
import { accountField } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ResendForm } from '../ui/resend-form/resend-form.tsx'
import type { View } from './document.tsx'
import { SignInLayout } from './sign-in-steps.tsx'

/** What people type into the counter's forms, by field. A field that is not here travels along unseen. */
const labels: Record<string, string> = {
  motivo: orderTexts.reason,
  ean: orderTexts.barcode,
  unidades: orderTexts.removeUnits,
  frase: prescriptionTexts.otherReason,
  preco: productTexts.price,
  estoque: productTexts.stock,
  desconto: promotionTexts.value,
  de: promotionTexts.from,
  ate: promotionTexts.until,
  codigo: merchandisingTexts.code,
  maximo: merchandisingTexts.maximum,
  minimo: merchandisingTexts.minimum,
  limite: merchandisingTexts.limit,
  aviso: merchandisingTexts.notice,
  titulo: merchandisingTexts.bannerTitle,
  texto: merchandisingTexts.bannerText,
  botao: merchandisingTexts.bannerButton,
  palavras: merchandisingTexts.newGroup,
  nome: staffTexts.name,
  crf: staffTexts.crf,
}

/** What a form's button does, by its value. */
const buttons: Record<string, string> = {
  encerrar: orderTexts.cancelTitle,
  pedir: orderTexts.askTitle,
  tirar: orderTexts.remove,
  sim: orderTexts.cancelTitle,
  nao: orderTexts.keep,
  reenviar: backofficeTexts.sendAgain,
  aprovar: prescriptionTexts.approve,
  rejeitar: prescriptionTexts.reject,
  pausar: productTexts.pause,
  retomar: productTexts.resume,
  promover: promotionTexts.save,
  despromover: promotionTexts.remove,
  publicar: importTexts.publish,
  convidar: staffTexts.invite,
  refazer: staffTexts.reset,
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
export function resumeView(
  action: string,
  { fields, account }: SubmittedForm,
  title = texts.resumeTitle,
  intro = texts.resume,
): View {
  const button = fields.find(([name]) => ['intent', 'decisao', 'resposta'].includes(name))?.[1] ?? ''
  const pairs = account === undefined ? fields : [...fields, [accountField, account] as const]
  return {
    title,
    body: (
      <SignInLayout title={title} intro={intro}>
        <Panel title={buttons[button] ?? backofficeTexts.form}>
          <ResendForm
            action={action}
            fields={pairs.map(([name, value]) => ({ name, value, label: labels[name] ?? null }))}
            submit={texts.resend}
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
export function foreignFormView({ pathname, search }: URL, fields: SubmittedForm['fields']): View {
  const view = resumeView(pathname + search, { fields }, foreignFormTexts.staffTitle, foreignFormTexts.refused)
  return { ...view, status: 422 }
}
