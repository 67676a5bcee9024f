/** What must be said of a medicine sold without prescription that has a substance (RDC 96/2008, art. 23 and annex III). */
const substanceWarnings = [
  {
    substance: 'dipirona',
    text: 'NÃO USE ESTE MEDICAMENTO DURANTE A GRAVIDEZ E EM CRIANÇAS MENORES DE TRÊS MESES DE IDADE.',
  },
  {
    substance: 'paracetamol',
    text: 'NÃO USE JUNTO COM OUTROS MEDICAMENTOS QUE CONTENHAM PARACETAMOL, COM ÁLCOOL, OU EM CASO DE DOENÇA GRAVE DO FÍGADO.',
  },
  {
    substance: 'acido acetilsalicilico',
    text: 'NÃO USE ESTE MEDICAMENTO EM CASO DE GRAVIDEZ, GASTRITE OU ÚLCERA DO ESTÔMAGO E SUSPEITA DE DENGUE OU CATAPORA.',
  },
  {
    substance: 'ibuprofeno',
    text: 'NÃO USE ESTE MEDICAMENTO EM CASOS DE ÚLCERA, GASTRITE, DOENÇA DOS RINS OU SE VOCÊ JÁ TEVE REAÇÃO ALÉRGICA A ANTI-INFLAMATÓRIOS.',
  },
]

/** @param activeIngredient one substance, or several: "Dipirona + mucato de isometepteno + cafeína" */
export function listSubstanceWarnings(activeIngredient: string): string[] {
  const substances = activeIngredient
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s*[+,;/]\s*/)
  return substanceWarnings
    .filter(({ substance }) => substances.some((name) => ` ${name} `.includes(` ${substance} `)))
    .map(({ text }) => text)
}
