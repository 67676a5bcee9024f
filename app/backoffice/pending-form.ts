import {
  counterTexts,
  customerDeskTexts,
  importTexts,
  orderDeskTexts,
  prescriptionDeskTexts,
  promotionTexts,
  shelfTexts,
  staffTexts,
  windowTexts,
} from '../texts/backoffice.ts'

/** What people type into the counter's forms, by field. A field that is not here travels along unseen. */
const labels: Record<string, string> = {
  motivo: orderDeskTexts.reason,
  ean: orderDeskTexts.barcode,
  unidades: orderDeskTexts.removeUnits,
  frase: prescriptionDeskTexts.ownReason,
  preco: shelfTexts.price,
  estoque: shelfTexts.stock,
  desconto: promotionTexts.value,
  de: promotionTexts.from,
  ate: promotionTexts.until,
  codigo: windowTexts.code,
  maximo: windowTexts.maximum,
  minimo: windowTexts.minimum,
  limite: windowTexts.limit,
  aviso: windowTexts.notice,
  titulo: windowTexts.bannerTitle,
  texto: windowTexts.bannerText,
  botao: windowTexts.bannerButton,
  palavras: windowTexts.newGroup,
  nome: staffTexts.name,
  crf: staffTexts.crf,
}

/** What a form's button does, by its value. */
const acts: Record<string, string> = {
  encerrar: orderDeskTexts.cancelTitle,
  pedir: orderDeskTexts.askTitle,
  tirar: orderDeskTexts.remove,
  sim: orderDeskTexts.cancelTitle,
  nao: orderDeskTexts.keep,
  reenviar: counterTexts.sendAgain,
  aprovar: prescriptionDeskTexts.approve,
  rejeitar: prescriptionDeskTexts.reject,
  pausar: shelfTexts.pause,
  retomar: shelfTexts.resume,
  promover: promotionTexts.save,
  despromover: promotionTexts.remove,
  publicar: importTexts.publish,
  convidar: staffTexts.invite,
  refazer: staffTexts.reset,
  remover: staffTexts.remove,
  bloquear: customerDeskTexts.block,
  desbloquear: customerDeskTexts.unblock,
  apagar: customerDeskTexts.erase,
}

/** A form that waits for its sender to be signed in again. */
interface PendingForm {
  /** The words of its button, where they say what it is about to do. */
  act: string
  fields: { name: string; value: string; label: string | null }[]
}

/** @param json the fields as `[name, value]`; '' for none */
export function readPendingForm(json: string): PendingForm {
  const pairs = pairsIn(json)
  const chosen = pairs.find(([name]) => ['intent', 'decisao', 'resposta'].includes(name))?.[1] ?? ''
  return {
    act: acts[chosen] ?? counterTexts.form,
    fields: pairs.map(([name, value]) => ({ name, value, label: labels[name] ?? null })),
  }
}

/** @param json as above */
export function pairsIn(json: string): [string, string][] {
  try {
    const fields: unknown = JSON.parse(json)
    return Array.isArray(fields) ? fields.map(([name, value]) => [String(name), String(value)]) : []
  } catch {
    return []
  }
}
