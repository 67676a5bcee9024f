/** What a QR code on a prescription says. */
export interface QrCode {
  text: string
  /** Where it leads to one of `prescriptionSites`; null for any other, which is never a link. */
  href: string | null
  /** What the site asks for, or the prescription's own in its address; null where neither can be told. */
  code: string | null
}

/** Sites that keep electronic prescriptions, or check them, with their subdomains; `source` is where they say so themselves. */
const prescriptionSites = [
  {
    domain: 'memed.com.br',
    source:
      'https://suporte-medico.memed.com.br/hc/pt-br/articles/8563685685531-Para-que-serve-o-QR-Code-nas-receitas-Memed',
  },
  {
    domain: 'receitadigital.com',
    source:
      'https://ajuda.receitadigital.com/portal/pt-br/kb/articles/a-receita-n%C3%A3o-tem-qr-code-ela-%C3%A9-digital',
  },
  { domain: 'cfm.org.br', source: 'https://prescricaoeletronica.cfm.org.br/' },
  { domain: 'validar.iti.gov.br', source: 'https://validar.iti.gov.br/guia-desenvolvedor.html' },
  {
    domain: 'mevo.com.br',
    source: 'https://mevo.com.br/blog/receita-digital-o-que-e-como-funciona-e-quais-as-vantagens',
  },
  { domain: 'mevosaude.com.br', source: 'https://mevosaude.com.br/blog/passo-a-passo-para-emitir-receita-digital' },
]

/** Letters of what is kept of a code: addresses of prescriptions have fewer. */
const maxTextLength = 500
/** Of a file. */
const maxCodes = 8
/** As much as the ITI's guide allows (validar.iti.gov.br/guia-desenvolvedor.html). */
const codePattern = /^(?=.*\d)[\w.-]{4,64}$/

/** As they are kept: each once, in one line, without what would turn or hide other letters; a long one is cut. */
export function toQrTexts(texts: string[]): string[] {
  const lines = texts.map((text) => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
  return [...new Set(lines.filter((line) => line !== ''))]
    .slice(0, maxCodes)
    .map((line) => (line.length > maxTextLength ? `${line.slice(0, maxTextLength).trimEnd()}…` : line))
}

/** Links first. @param texts of `toQrTexts` */
export function parseQrCodes(texts: string[]): QrCode[] {
  return texts.map(parseQrCode).toSorted((a, b) => Number(a.href === null) - Number(b.href === null))
}

function parseQrCode(text: string): QrCode {
  const url = parsePrescriptionUrl(text)
  return { text, href: url?.href ?? null, code: url && findCode(url) }
}

function parsePrescriptionUrl(text: string): URL | null {
  // A cut one, or one with foreign letters, is none.
  if (!/^https:\/\/[\x21-\x7e]+$/i.test(text)) return null
  const url = URL.parse(text)
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return url && isPlain && isPrescriptionSite(url.hostname) ? url : null
}

function isPrescriptionSite(hostname: string): boolean {
  return prescriptionSites.some(({ domain }) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** By the ITI's guide a code has a parameter of its own; elsewhere the address ends with the prescription's. */
function findCode({ searchParams, pathname }: URL): string | null {
  const candidates = [searchParams.get('_secretCode') ?? '', pathname.split('/').at(-1) ?? '']
  return candidates.find((candidate) => codePattern.test(candidate)) ?? null
}
