import { foldText } from '../../platform/user-input.ts'
import { toTitle } from './product-words.ts'

/** What of a laboratory's name is no part of what people call it. */
const legalWords =
  /\b(s\.?\/?a\.?|ltda\.?|eireli|me|epp|ind[uú]stria[s]?|com[eé]rcio|comercial|laborat[oó]rios?|farmac[eê]utic[ao]s?|produtos?|qu[ií]mic[ao]s?|do brasil|brasil|nacional|e|de|da|dos?)(?=\s|$|,|-)/gi

/** `EUROFARMA LABORATÓRIOS S.A.` → `Eurofarma`. */
export function toLaboratoryName(laboratory: string): string {
  const shortName = laboratory
    .replace(legalWords, ' ')
    .replace(/[\s,.-]+/g, ' ')
    .trim()
  return toTitle(shortName === '' ? laboratory : shortName)
}

/** How the list names forms: its abbreviation or beginning, in small letters without accents; what one says; and whether they are counted. */
const forms: readonly (readonly [pattern: RegExp, name: string, isCounted: boolean])[] = [
  [/^(?:com|comprimidos?) (?:rev|revestidos?)\b/, 'Comprimidos Revestidos', true],
  [/^(?:com|comprimidos?) (?:eferv|efervescentes?)\b/, 'Comprimidos Efervescentes', true],
  [/^(?:com|comprimidos?) (?:mast|mastigaveis)\b/, 'Comprimidos Mastigáveis', true],
  [/^(?:com|comprimidos?)\b/, 'Comprimidos', true],
  [/^(?:cap|capsulas?)\b/, 'Cápsulas', true],
  [/^(?:drg|drageas?)\b/, 'Drágeas', true],
  [/^(?:past|pastilhas?)\b/, 'Pastilhas', true],
  [/^(?:sup|supositorios?)\b/, 'Supositórios', true],
  [/^(?:env|envelopes?|sache?s?|saches)\b/, 'Sachês', true],
  [/^(?:amp|ampolas?)\b/, 'Ampolas', true],
  [/^(?:ades|adesivos?)\b/, 'Adesivos', true],
  [/^(?:po|granulado) (?:para )?(?:p )?(?:sus|suspensao) (?:or|oral)\b/, 'Pó para Suspensão Oral', false],
  [/^(?:sus|susp|suspensao) (?:or|oral)\b/, 'Suspensão Oral', false],
  [/^(?:sol|solucao) (?:or|oral)\b(?=.*\b(?:got|gotas)\b)/, 'Gotas', false],
  [/^(?:sol|solucao) (?:or|oral)\b/, 'Solução Oral', false],
  [/^(?:sol|solucao) (?:inj|injetavel)\b/, 'Solução Injetável', false],
  [/^(?:sol|solucao) (?:nas|nasal)\b/, 'Solução Nasal', false],
  [/^(?:sol|solucao) (?:oft|oftalmica)\b/, 'Colírio', false],
  [/^(?:sol|solucao)\b/, 'Solução', false],
  [/^(?:got|gotas|gts)\b/, 'Gotas', false],
  [/^(?:xpe|xarope)\b/, 'Xarope', false],
  [/^(?:crem?|creme) (?:derm|dermatologico)\b/, 'Creme', false],
  [/^(?:crem?|creme) (?:vag|vaginal)\b/, 'Creme Vaginal', false],
  [/^(?:crem?|creme)\b/, 'Creme', false],
  [/^(?:pom|pomada)\b/, 'Pomada', false],
  [/^gel\b/, 'Gel', false],
  [/^(?:loc|locao)\b/, 'Loção', false],
  [/^(?:aer|aerossol|aerosol)\b/, 'Aerossol', false],
  [/^(?:emu|emulsao)\b/, 'Emulsão', false],
  [/^(?:po)\b/, 'Pó', false],
]

const dosePattern =
  /^\(?\s*((?:\d+(?:[.,]\d+)?\s*(?:mg|mcg|g|ml|ui|%|meq|mmol)(?:\s*\/\s*(?:\d+(?:[.,]\d+)?\s*)?(?:ml|g|mg|dose|gota|h))?)(?:\s*\+\s*\d+(?:[.,]\d+)?\s*(?:mg|mcg|g|ml|ui|%)(?:\s*\/\s*(?:\d+(?:[.,]\d+)?\s*)?(?:ml|g|mg|dose))?)*)\)?[,\s]*/i

/** What an APRESENTAÇÃO tells: `500 MG, 3 COMPRIMIDOS REVESTIDOS`, `500 MG COM REV CT BL AL PLAS TRANS X 3`. */
export interface PackFacts {
  /** `500mg`, `875mg + 125mg`, `50mg/ml`; '' where it does not begin with one. */
  dose: string
  /** `Comprimidos Revestidos`; null for one that the rules do not have. */
  form: string | null
  /** `3` units, or `240ml`; '' where it tells none. */
  amount: string
  isCounted: boolean
}

export function readPack(presentation: string): PackFacts {
  const text = presentation.replace(/\s+/g, ' ').trim()
  const doseText = dosePattern.exec(text)?.[0] ?? ''
  const rest = foldText(text.slice(doseText.length))
    .replace(/[,;()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const [, countText, uncountedRest = rest] = /^(\d+)\s+(?!ml\b|g\b|mg\b)(.*)$/.exec(rest) ?? []
  const formRule = forms.find(([pattern]) => pattern.test(uncountedRest))
  const [, form = null, isCounted = false] = formRule ?? []
  const times = [...uncountedRest.matchAll(/\bx (\d+(?:[.,]\d+)?)\s*(ml|g|mg)?\b/g)].at(-1)
  const volume = /\b(\d+(?:[.,]\d+)?)\s?(ml|g)\b/.exec(uncountedRest)
  const amount =
    isCounted || countText !== undefined
      ? (countText ?? times?.[1] ?? '')
      : times
        ? `${times[1]}${times[2] ?? ''}`
        : volume
          ? `${volume[1]}${volume[2]}`
          : ''
  const dose = doseText
    .replace(/[(),]+\s*$|^\(/g, '')
    .trim()
    .toLowerCase()
  return {
    dose: dose
      .replace(/(\d)\s+(?=[a-z%])/g, '$1')
      .replace(/\s*\/\s*/g, '/')
      .replace(/\bui\b|(?<=\d)ui\b/g, 'UI'),
    form,
    amount,
    isCounted,
  }
}

/** `3 Comprimidos`, `Suspensão Oral 240ml`: what stands in a name, where the coating does not. */
function toPackName({ form, amount, isCounted }: PackFacts): string {
  if (form === null) return amount
  const noun = isCounted ? (form.split(' ')[0] ?? '') : form
  if (!isCounted) return `${noun} ${amount}`.trim()
  return amount === '1' ? `1 ${noun.replace(/s$/, '')}` : `${amount} ${noun}`.trim()
}

/** `AZITROMICINA DI-HIDRATADA`, `500 MG, 3 COMPRIMIDOS`, `ACHÉ` of a generic → `Azitromicina Di-hidratada 500mg 3 Comprimidos Aché Genérico`. */
export function toMedicineName(
  { product, presentation, laboratory }: { product: string; presentation: string; laboratory: string },
  isGeneric: boolean,
): string {
  const pack = readPack(presentation)
  // Some lists have dose and pack in the product's name, too.
  const ownName = product.replace(/\s+\d.*$/, '')
  const parts = [
    toTitle(ownName),
    pack.dose,
    toPackName(pack),
    isGeneric ? `${toLaboratoryName(laboratory)} Genérico` : '',
  ]
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 200)
    .trim()
}

/** `500 mg, 3 comprimidos revestidos`: the presentation as the product's page has it; as it stands where the rules cannot read it. */
export function toPresentationText(presentation: string): string {
  const { dose, form, amount, isCounted } = readPack(presentation)
  if (form === null || amount === '') return presentation.replace(/\s+/g, ' ').trim().toLowerCase().slice(0, 300)
  const spacedDose = dose.replace(/(\d)(?=(?:mg|mcg|g|ml|UI)\b)/g, '$1 ')
  const lowerForm = form.toLowerCase()
  const spacedAmount = amount.replace(/(\d)(?=(?:ml|g|mg)\b)/, '$1 ')
  const pack = isCounted ? `${amount} ${lowerForm}` : `${lowerForm} ${spacedAmount}`
  return dose === '' ? pack : `${spacedDose}, ${pack}`
}
