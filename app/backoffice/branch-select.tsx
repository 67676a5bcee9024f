import type { ComponentProps, ReactNode } from 'react'
import { row, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { queueTexts } from '../texts/backoffice/orders.ts'
import { Button } from '../ui/button/button.tsx'
import { Select } from '../ui/field/field.tsx'

type Props = Partial<ComponentProps<typeof Select>> & { branches: { id: number; name: string }[] }

/** One branch, or all of them: ''. */
export function BranchSelect({ branches, label = texts.branch, ...selectProps }: Props) {
  return (
    <Select {...selectProps} label={label} isOptional={false} options={branches.map(({ id, name }) => [id, name])}>
      <option value="">{texts.allBranches}</option>
    </Select>
  )
}

type BranchFieldProps = { branchId: number | null; branches: Props['branches'] }

/** Of a page's filter, where there are several. */
export function BranchField({ branchId, branches }: BranchFieldProps) {
  if (branches.length <= 1) return null
  return (
    <BranchSelect
      label={<span className={visuallyHidden}>{texts.branch}</span>}
      id="loja"
      name="loja"
      defaultValue={branchId ?? ''}
      branches={branches}
    />
  )
}

type BranchFilterProps = BranchFieldProps & {
  /** The page that is narrowed. */
  action: string
  /** What else the page is narrowed by. */
  children?: ReactNode
}

/** Narrows a page to one branch, for who works in several. */
export function BranchFilter({ action, branchId, branches, children }: BranchFilterProps) {
  if (branches.length <= 1) return null
  return (
    <form className={row} action={action}>
      {children}
      <BranchField branchId={branchId} branches={branches} />
      <Button variant="outline">{queueTexts.showBranch}</Button>
    </form>
  )
}
