import type { ComponentProps } from 'react'
import { stack } from '../styles/shared.css.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'

type FoldedFormProps = Omit<ComponentProps<typeof PostForm>, 'title' | 'ref'> & { title: string; isOpen: boolean }

export function FoldedForm({ title, isOpen, id, className = '', ...formProps }: FoldedFormProps) {
  return (
    <details className={`${css.collapsibleForm} ${className}`} id={id} open={isOpen}>
      <summary>{title}</summary>
      <PostForm className={stack} {...formProps} />
    </details>
  )
}
