import { foldText } from '../../platform/user-input.ts'

/** How tills and the CMED's list shorten words, in small letters without accents; several words are one entry's too. */
const fullWords: Record<string, string> = {
  ac: 'Ácido',
  adt: 'Adulto',
  amp: 'Ampolas',
  aparelho: 'Aparelho',
  apar: 'Aparelho',
  bal: 'Balm',
  barb: 'Barbear',
  bg: 'Bisnaga',
  bis: 'Bisnaga',
  cap: 'Cápsulas',
  caps: 'Cápsulas',
  clor: 'Cloridrato',
  com: 'Comprimidos',
  comp: 'Comprimidos',
  cond: 'Condicionador',
  cpr: 'Comprimidos',
  cpd: 'Comprimidos',
  cr: 'Creme',
  crem: 'Creme',
  cx: 'Caixa',
  dent: 'Dental',
  des: 'Desodorante',
  desod: 'Desodorante',
  dihid: 'Di-hidratada',
  dpct: 'Descartável',
  drg: 'Drágeas',
  env: 'Envelopes',
  esc: 'Escova',
  esm: 'Esmalte',
  fr: 'Frasco',
  fral: 'Fralda',
  frd: 'Fralda',
  ger: 'Geriátrica',
  glic: 'Glicemia',
  gts: 'Gotas',
  hidrat: 'Hidratante',
  inf: 'Infantil',
  lenc: 'Lenços',
  liq: 'Líquido',
  loc: 'Loção',
  mono: 'Monoidratada',
  monoid: 'Monoidratada',
  pct: 'Pacote',
  pom: 'Pomada',
  prot: 'Protetor',
  rev: 'Revestidos',
  sab: 'Sabonete',
  sach: 'Sachês',
  sh: 'Shampoo',
  sol: 'Solução',
  sod: 'Sódica',
  susp: 'Suspensão',
  sus: 'Suspensão',
  tab: 'Tabletes',
  tq: 'Toque',
  umid: 'Umedecidos',
  un: 'Unidades',
  und: 'Unidades',
  unid: 'Unidades',
  vit: 'Vitamina',
  xpe: 'Xarope',
  // Written without accents.
  acido: 'Ácido',
  agua: 'Água',
  alcool: 'Álcool',
  algodao: 'Algodão',
  ampolas: 'Ampolas',
  bebe: 'Bebê',
  calcio: 'Cálcio',
  capsulas: 'Cápsulas',
  drageas: 'Drágeas',
  gas: 'Gás',
  ginecologico: 'Ginecológico',
  higienico: 'Higiênico',
  injetavel: 'Injetável',
  intima: 'Íntima',
  intimo: 'Íntimo',
  labios: 'Lábios',
  liquido: 'Líquido',
  locao: 'Loção',
  magnesio: 'Magnésio',
  mascara: 'Máscara',
  maos: 'Mãos',
  oleo: 'Óleo',
  omega: 'Ômega',
  oral: 'Oral',
  po: 'Pó',
  potassio: 'Potássio',
  pressao: 'Pressão',
  proteina: 'Proteína',
  saches: 'Sachês',
  sodica: 'Sódica',
  sodico: 'Sódico',
  solucao: 'Solução',
  suspensao: 'Suspensão',
  termometro: 'Termômetro',
}

const smallWords = new Set([
  'a',
  'as',
  'c',
  'com',
  'da',
  'das',
  'de',
  'do',
  'dos',
  'e',
  'em',
  'para',
  'por',
  'sem',
  'x',
])
const units = new Set(['mg', 'mcg', 'g', 'kg', 'ml', 'l', 'ui', 'cm', 'mm', 'm', 'un', 'gr', 'lt', 'mgml'])
const unitSpellings: Record<string, string> = { gr: 'g', lt: 'l', ui: 'UI' }
/** Names that are written in capitals. */
const acronyms = new Set([
  'fps',
  'uv',
  'uva',
  'uvb',
  'bb',
  'cc',
  'ph',
  'led',
  'spf',
  'ems',
  'gsk',
  'msd',
  'aas',
  'bd',
  'xr',
  'sr',
  'lp',
  'dha',
  'mct',
  'omo',
  'nan',
  'ob',
  'rx',
  'pvc',
  'eva',
  'k9',
  'ii',
  'iii',
  'iv',
  'xg',
  'xxg',
  'gg',
  'rn',
])

/**
 * A text in capitals as a shop writes it: shortened words in full, small words small, `500MG` as `500mg`, `FPS70` as `FPS 70`.
 * What is none of these begins with a capital.
 */
export function toTitle(text: string): string {
  const tokens = text
    .replace(/(\d)\s*[xX]\s*(\d)/g, '$1 x $2')
    .replace(/\bC\/\s*(?=\d)/gi, '')
    .replace(/\b([A-Z]{2,})(\d+)\b/gi, (word, letters: string, digits: string) =>
      /^(fps|spf|n)$/i.test(letters) ? `${letters} ${digits}` : word,
    )
    .split(/\s+/)
    .filter((token) => token !== '')
  return tokens.map(toTitleWord).join(' ')
}

function toTitleWord(token: string, index: number): string {
  const size = toSize(token)
  if (size !== null) return size
  const folded = foldText(token)
  const word = folded.replace(/[.]$/, '')
  if (index > 0 && smallWords.has(word)) return word
  if (acronyms.has(word)) return word.toUpperCase()
  const fullWord = word === 'com' ? undefined : fullWords[word]
  if (fullWord !== undefined) return fullWord
  return token
    .toLowerCase()
    .replace(/(^|(?<!\b(?:di|mono|tri|hemi|anti|bi))[-/+('’])(\p{L})/gu, (start) => start.toUpperCase())
}

/** `500MG`, `0,5G`, `500MG/ML`, `30CPR`, `12,5%` as they are printed; null for what is no number with its unit. */
function toSize(token: string): string | null {
  const match = /^(\d+(?:[.,]\d+)?)([a-z]+|%)(?:\/(\d*(?:[.,]\d+)?)([a-z]+))?\.?$/i.exec(token)
  if (match === null) return null
  const [, number = '', unitText = '', perNumber = '', perUnitText = ''] = match
  const unit = foldText(unitText)
  if (unit === '%') return `${number}%`
  if (!units.has(unit)) {
    const noun = fullWords[unit]
    return noun === undefined ? null : `${number} ${noun}`
  }
  if (unit === 'un') return `${number} Unidades`
  const perUnit = foldText(perUnitText)
  const per = perUnit === '' ? '' : `/${perNumber}${unitSpellings[perUnit] ?? perUnit}`
  return `${number.replace('.', ',')}${unitSpellings[unit] ?? unit}${per}`
}

/** The words by which a description and a rule are compared: small letters and digits, `FPS70` as two. */
export function toRuleWords(text: string): string[] {
  return foldText(text).match(/[a-z]+|\d+/g) ?? []
}
