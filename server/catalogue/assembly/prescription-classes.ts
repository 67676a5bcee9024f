import type { PrescriptionClass } from '../../database/schema.ts'
import { foldText } from '../../platform/user-input.ts'

/** Antimicrobials, whose prescription is kept and counts for ten days (RDC 471/2021), by the stems of their names. */
const antimicrobials = [
  'amicacina amoxicilina ampicilina azitromicina bacitracina benzilpenicilina cefaclor cefadroxil cefalexina cefalotina',
  'cefazolina cefepim cefixima cefotaxima cefoxitina cefpodoxima cefprozil ceftazidima ceftriaxon cefuroxim ciprofloxacin',
  'claritromicina clindamicina cloranfenicol daptomicina doxiciclina eritromicina ertapenem espiramicina estreptomicina',
  'fosfomicina fusid gatifloxacin gemifloxacin gentamicina imipenem isoniazida levofloxacin limeciclina lincomicina',
  'linezolid lomefloxacin meropenem metronidazol minociclina moxifloxacin mupirocina neomicina netilmicina nitrofurantoina',
  'nitrofural norfloxacin ofloxacin oxacilina oxitetraciclina piperacilina polimixina retapamulina rifabutina rifamicina',
  'rifampicina rifaximina roxitromicina sulbactam sulfacetamida sulfadiazina sulfametoxazol teicoplanina telitromicina',
  'tetraciclina tianfenicol tigeciclina tirotricina tobramicina vancomicina',
].flatMap((line) => line.split(' '))

/** Agonists of GLP-1, whose prescription is kept and counts for ninety days (IN 360/2025). */
const glp1Agonists = ['semaglutida', 'liraglutida', 'dulaglutida', 'exenatida', 'tirzepatida', 'lixisenatida']

/**
 * What the law asks for, by the stripe on the box (TARJA of the CMED's list) and the substance. The stricter of both counts;
 * what is kept and neither of the two lists has is controlled (Portaria 344/98), and not sold online.
 * @returns null for a stripe that says nothing
 */
export function classifyMedicine(stripe: string, substance: string): PrescriptionClass | null {
  const folded = foldText(stripe)
  const words = foldText(substance).split(/[^a-z]+/)
  const hasAny = (stems: string[]) => words.some((word) => stems.some((stem) => word.startsWith(stem)))
  if (folded.includes('preta')) return 'CONTROLADO'
  const isRed = folded.includes('vermelha') || folded.includes('amarela')
  const isWithout = /sem tarja|venda livre|isento/.test(folded)
  if (!isRed && !isWithout) return null
  if (hasAny(glp1Agonists)) return 'RX_RETENCAO_90D'
  if (isRed && hasAny(antimicrobials)) return 'RX_RETENCAO_10D'
  if (/restri|reten/.test(folded)) return 'CONTROLADO'
  return isRed ? 'RX' : 'MIP'
}
