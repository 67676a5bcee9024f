import {
  counterTexts,
  customerTexts,
  importTexts,
  merchandisingTexts,
  orderTexts,
  prescriptionTexts,
  productTexts,
  promotionTexts,
  staffTexts,
} from '../texts/backoffice.ts'

/** What people type into the counter's forms, by field. A field that is not here travels along unseen. */
const labels: Record<string, string> = {
  motivo: orderTexts.reason,
  ean: orderTexts.barcode,
  unidades: orderTexts.removeUnits,
  frase: prescriptionTexts.ownReason,
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
const acts: Record<string, string> = {
  encerrar: orderTexts.cancelTitle,
  pedir: orderTexts.askTitle,
  tirar: orderTexts.remove,
  sim: orderTexts.cancelTitle,
  nao: orderTexts.keep,
  reenviar: counterTexts.sendAgain,
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
