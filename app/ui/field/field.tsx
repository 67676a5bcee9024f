import type { ComponentProps, ReactNode } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { Icon } from '../icon/icon.tsx'
import { control } from './control.css.ts'
import * as css from './field.css.ts'

type FieldProps = {
  label: ReactNode
  /** Needed unless `id` is given: label, hint and error refer to it. */
  name?: string | undefined
  id?: string | undefined
  hint?: ReactNode | undefined
  /** Why the field was refused; of several reasons the first is shown. */
  error?: string | string[] | null | undefined
  /** Says "(opcional)" after the label. */
  isOptional?: boolean | undefined
}

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    /** A button on the control's line, for a form of one field. */
    actionButton?: ReactNode
  }
type TextAreaProps = FieldProps & ComponentProps<'textarea'>
type SelectProps = FieldProps &
  ComponentProps<'select'> & {
    /** Below its children. */
    options?: readonly (readonly [value: string | number, label: string])[]
  }

/** A labelled input. Takes what conform's `getInputProps` gives; hint and error are tied to it by id. */
export function TextField({ label, hint, error, isOptional, actionButton, ...inputProps }: TextFieldProps) {
  const { id, ariaProps, notes } = buildFieldNotes({ hint, error, ...inputProps })
  const inputElement = <input {...inputProps} {...ariaProps} id={id} className={control} />
  return (
    <div className={css.field}>
      <Label id={id} label={label} isOptional={isOptional} />
      {actionButton ? (
        <div className={css.controlRow}>
          {inputElement}
          {actionButton}
        </div>
      ) : (
        inputElement
      )}
      {notes}
    </div>
  )
}

/** The same over several lines. */
export function TextArea({ label, hint, error, isOptional, ...textAreaProps }: TextAreaProps) {
  const { id, ariaProps, notes } = buildFieldNotes({ hint, error, ...textAreaProps })
  return (
    <div className={css.field}>
      <Label id={id} label={label} isOptional={isOptional} />
      <textarea rows={3} {...textAreaProps} {...ariaProps} id={id} className={control} />
      {notes}
    </div>
  )
}

/** One of a list. */
export function Select({ label, hint, error, isOptional, options = [], children, ...selectProps }: SelectProps) {
  const { id, ariaProps, notes } = buildFieldNotes({ hint, error, ...selectProps })
  return (
    <div className={css.field}>
      <Label id={id} label={label} isOptional={isOptional} />
      <select {...selectProps} {...ariaProps} id={id} className={control}>
        {children}
        {options.map(([value, optionLabel]) => (
          <option key={value} value={value}>
            {optionLabel}
          </option>
        ))}
      </select>
      {notes}
    </div>
  )
}

type CheckboxProps = Omit<FieldProps, 'isOptional'> &
  ComponentProps<'input'> & {
    /** Stands muted at the end of the line. */
    trailingContent?: number | string | undefined
  }

/** A box to tick and its words. */
export function Checkbox({ label, hint, error, trailingContent, ...inputProps }: CheckboxProps) {
  const { id, ariaProps, notes } = buildFieldNotes({ hint, error, ...inputProps })
  const checkbox = (
    <label className={css.choiceLabel}>
      {/* The name is its id only where notes refer to it: several boxes may share a name. */}
      <input type="checkbox" {...inputProps} {...ariaProps} id={notes ? id : inputProps.id} />
      <span>{label}</span> {trailingContent !== undefined && <small>{`${trailingContent} `}</small>}
    </label>
  )
  return notes ? (
    <div className={css.field}>
      {checkbox}
      {notes}
    </div>
  ) : (
    checkbox
  )
}

/** One of several, which share a `name`: a dot and its words. */
export function Radio({ label, ...inputProps }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={css.choiceLabel}>
      <input {...inputProps} type="radio" />
      <span>{label}</span>
    </label>
  )
}

type FieldSetProps = {
  legend: ReactNode
  /** Where an error summary's link leads to. */
  id?: string
  error?: string | string[] | null
  children: ReactNode
}

/** Choices that belong together. */
export function FieldSet({ legend, error, id, children }: FieldSetProps) {
  const { ariaProps, notes } = buildFieldNotes({ id, error })
  return (
    <fieldset className={css.field} id={id} {...ariaProps} tabIndex={error ? -1 : undefined}>
      <legend>{legend}</legend> {children}
      {notes}
    </fieldset>
  )
}

function Label({ id, label, isOptional }: Pick<FieldProps, 'id' | 'label' | 'isOptional'>) {
  return (
    <label htmlFor={id}>
      {label}
      {isOptional && <small> {texts.optional}</small>}
    </label>
  )
}

/** The ids follow conform's: `{id}-description`, `{id}-error`. */
function buildFieldNotes({ id: givenId, name, hint, error }: Omit<FieldProps, 'label'>) {
  const id = givenId ?? name
  const message = Array.isArray(error) ? error[0] : error
  const noteIds = [hint && `${id}-description`, message && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    ariaProps: { 'aria-invalid': message ? true : undefined, 'aria-describedby': noteIds || undefined },
    notes: noteIds ? (
      <>
        {hint && <p id={`${id}-description`}>{hint}</p>}
        {message && (
          <p id={`${id}-error`}>
            <Icon name="warning" />
            {message}
          </p>
        )}
      </>
    ) : null,
  }
}
