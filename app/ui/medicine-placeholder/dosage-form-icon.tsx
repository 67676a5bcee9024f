import type { Placeholder } from '../../texts/presentation.ts'
import { Icon, type IconName } from '../icon/icon.tsx'

const icons: Record<Placeholder['dosageForm'], IconName> = {
  tablet: 'pill',
  drops: 'drop',
  syrup: 'bottle',
  ointment: 'tube',
  other: 'prescription',
}

/** A medicine's form as a line. */
export function DosageFormIcon({ dosageForm }: Pick<Placeholder, 'dosageForm'>) {
  return <Icon name={icons[dosageForm]} />
}
