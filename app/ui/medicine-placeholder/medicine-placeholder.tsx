import type { PicturePlaceholder } from '../../texts/presentation.ts'
import { DosageFormIcon } from './dosage-form-icon.tsx'
import { medicinePlaceholder } from './medicine-placeholder.css.ts'

/**
 * In the picture's place for a prescription item, of which the law allows none (RDC 44/2009, art. 54): its form as a line,
 * strength and quantity. For the eye alone: the name beside it says the same.
 */
export function MedicinePlaceholder({ dosageForm, strength, quantity }: PicturePlaceholder) {
  return (
    <div className={medicinePlaceholder} aria-hidden>
      <DosageFormIcon dosageForm={dosageForm} />
      <b>{strength}</b> <span>{quantity}</span>
    </div>
  )
}
