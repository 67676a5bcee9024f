/** What the record of a retained prescription needs besides (RDC 471/2021), as it was typed. */
export interface DispensingFacts {
  partId: number
  /** Years, or months of a baby: "52", "8 meses". */
  age: string
  sex: string
  /** Who prescribed, and the number at the council: "CRM-SP 123456". */
  prescriber: string
  registration: string
  isProlonged: boolean
  /** The number of the national system (SNCR), if it has one. */
  sncr: string
}

export interface CouncilRegistration {
  council: string
  state: string
  number: string
}

const maxAgeYears = 130
const maxAgeMonths = 23

/** Years as `52`, months as `8 meses`; null for what is no age. */
export function parseAge(text: string): string | null {
  const [, digits, unit = ''] = /^(\d{1,3})\s*(m|meses|mês|mes|a|anos|ano)?\.?$/i.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const isInMonths = /^m/i.test(unit)
  const age = Number(digits)
  if (age > (isInMonths ? maxAgeMonths : maxAgeYears)) return null
  return isInMonths ? `${age} meses` : String(age)
}

/** A council, its state and a number: `CRM-SP 123456`; null where one of them is missing. */
export function parseCouncilRegistration(text: string): CouncilRegistration | null {
  const [, council = '', state = '', number = ''] =
    /\b(CRM|CRO|CRMV|COREN|CRF|CRN|CREFITO|CRBM|RMS)[\s\-/]*([A-Z]{2})[\s\-/:nº°.]*([\d.]{1,12})\b/i.exec(text) ?? []
  const digits = number.replaceAll('.', '')
  return digits === '' ? null : { council: council.toUpperCase(), state: state.toUpperCase(), number: digits }
}

export function formatCouncilRegistration({ council, state, number }: CouncilRegistration): string {
  return `${council}-${state} ${number}`
}
