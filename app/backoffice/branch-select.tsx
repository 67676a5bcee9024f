import type { ComponentProps } from 'react'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { Select } from '../ui/field/field.tsx'

type Props = Partial<ComponentProps<typeof Select>> & { branches: { id: number; name: string }[] }

/** One branch, or all of them: ''. */
export function BranchSelect({ branches, label = texts.branch, ...selectProps }: Props) {
  return (
    <Select {...selectProps} label={label} isOptional={false}>
      <option value="">{texts.allBranches}</option>
      {branches.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
