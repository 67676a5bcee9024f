import type { PicturePlaceholder } from '../../texts/presentation.ts'
import { Icon, type IconName } from '../icon/icon.tsx'

const iconByDosageForm: Record<PicturePlaceholder['dosageForm'], IconName> = {
  tablet: 'pill',
  drops: 'drop',
  syrup: 'bottle',
  ointment: 'tube',
  other: 'prescription',
}

/** A medicine's form as a line. */
export function DosageFormIcon({ dosageForm }: Pick<PicturePlaceholder, 'dosageForm'>) {
  return <Icon name={iconByDosageForm[dosageForm]} />
}
