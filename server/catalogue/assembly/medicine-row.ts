import type { PrescriptionClass } from '../../database/schema.ts'
import type { CmedMedicine } from '../import/cmed-list.ts'
import type { ProductColumn } from '../import/product-row.ts'
import { controlledMedicines, otherMedicines } from './default-words.ts'
import { toLaboratoryName, toMedicineName, toPresentationText } from './medicine-names.ts'
import { classifyMedicine } from './prescription-classes.ts'
import { toTitle } from './product-words.ts'
import type { RuleMatch } from './word-rules.ts'

/** The columns of a catalogue's row that are known, as a file has them. */
export type RowColumns = Partial<Record<ProductColumn, string>>

/** @returns the columns of a catalogue's row; of one whose class nobody knows, without what the class decides */
export function toMedicineColumns(
  medicine: CmedMedicine,
  matchRule: (text: string) => RuleMatch | 'ambiguous' | null,
): { columns: RowColumns; prescriptionClass: PrescriptionClass | null } {
  const prescriptionClass = classifyMedicine(medicine.stripe, medicine.substance)
  const isGeneric = medicine.isGeneric === true
  const laboratory = toLaboratoryName(medicine.laboratory)
  const columns: RowColumns = {
    name: toMedicineName(medicine, isGeneric),
    active_ingredient: capitalize(medicine.substance).slice(0, 300),
    presentation: toPresentationText(medicine.presentation),
    manufacturer: laboratory,
    brand: isGeneric ? laboratory : toTitle(medicine.product.replace(/\s+\d.*$/, '')),
    kind: toKind(medicine),
    ggrem: medicine.ggrem,
    anvisa_registro: medicine.registration,
    pmc_18_sp: toReais(medicine.ceilings['18 %']),
    pmc_12_sp: toReais(medicine.ceilings['12 %']),
    ...findCategory(medicine, prescriptionClass, matchRule),
    ...(prescriptionClass && toClassColumns(prescriptionClass)),
  }
  return { columns, prescriptionClass }
}

/** What the law and the shop's own rules derive from a class (RDC 44/2009, art. 54; Portaria 344/98). */
export function toClassColumns(prescriptionClass: PrescriptionClass): RowColumns {
  const needsPrescription = !['MIP', 'NA'].includes(prescriptionClass)
  return {
    prescription_class: prescriptionClass,
    hold_prescription: needsPrescription ? '1' : '0',
    is_medical: prescriptionClass === 'NA' ? '0' : '1',
    is_pbm: '0',
    promo_allowed: needsPrescription ? '0' : '1',
    show_image: needsPrescription ? '0' : '1',
    sellable_online: prescriptionClass === 'CONTROLADO' ? '0' : '1',
  }
}

function toKind({ isGeneric, productType }: CmedMedicine): string {
  if (isGeneric) return 'generico'
  return /^similar/i.test(productType) ? 'similar' : 'referencia'
}

function findCategory(
  { substance, therapeuticClass }: CmedMedicine,
  prescriptionClass: PrescriptionClass | null,
  matchRule: (text: string) => RuleMatch | 'ambiguous' | null,
) {
  if (prescriptionClass === 'CONTROLADO') return controlledMedicines
  for (const text of [substance, therapeuticClass]) {
    const match = matchRule(text)
    if (match === null || match === 'ambiguous' || !match.rule.isMedicine) continue
    const { category, subcategory } = match.rule
    return { category, subcategory }
  }
  return otherMedicines
}

function capitalize(text: string): string {
  const lower = text.trim().toLowerCase()
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

function toReais(cents: number | undefined): string {
  return cents === undefined || cents === 0 ? '' : (cents / 100).toFixed(2)
}
