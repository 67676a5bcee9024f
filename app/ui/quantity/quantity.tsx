import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../client/use-hydrated.ts'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Icon } from '../icon/icon.tsx'
import { quantityField } from './quantity.css.ts'

type QuantityFieldProps = {
  /** Must be unique where a page has several. */
  id?: string
  /** What counts now. When it changes, the field shows it. */
  defaultValue: number
  /** Its form is `noValidate`: without scripts the server corrects what is outside, in the specification's words. */
  maxQuantity?: number | undefined
  /** Begins with "Quantidade"; the rest, such as the product's name, is for screen readers only. */
  label?: string
  /** The id of the text that says what is counted, where a page has several. */
  describedBy?: string
  /** What the server corrected; shown under the field. */
  note?: string | undefined
  onChange?: (quantity: number) => void
  /** Called when the number is final: the field is left, or no button was pressed for a moment. */
  onCommit?: ((quantity: number) => void) | undefined
}

/** Milliseconds after the last press of − or +. */
const commitDelayMs = 400
/** Milliseconds (specification, section 8: errors). */
const clampHintDurationMs = 6000

/**
 * A number field; with scripts it gets − and + in reserved space, and is corrected when it is left. They are not submit
 * buttons: Enter would press the first.
 */
export function QuantityField(props: QuantityFieldProps) {
  const { id = 'quantity', defaultValue, maxQuantity, label = texts.quantity } = props
  const { describedBy, onChange, note } = props
  const inputRef = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [value, setValue] = useState(defaultValue)
  const [isClamped, setIsClamped] = useState(false)
  const commitTimer = useRef<number>(undefined)
  const lastDefaultValue = useRef(defaultValue)
  const latestOnCommit = useRef(props.onCommit)

  // Not at first: someone may have typed before scripts arrived. Nor while more presses wait to be counted.
  useEffect(() => {
    if (lastDefaultValue.current === defaultValue) return
    lastDefaultValue.current = defaultValue
    if (commitTimer.current === undefined && inputRef.current) {
      inputRef.current.value = String(defaultValue)
      setValue(defaultValue)
    }
  }, [defaultValue])
  useEffect(() => {
    if (!isClamped) return
    const timer = setTimeout(() => setIsClamped(false), clampHintDurationMs)
    return () => clearTimeout(timer)
  }, [isClamped])
  useEffect(() => {
    latestOnCommit.current = props.onCommit
  })
  useEffect(() => () => clearTimeout(commitTimer.current), [])

  const commitQuantity = () => {
    clearTimeout(commitTimer.current)
    commitTimer.current = undefined
    if (inputRef.current) latestOnCommit.current?.(inputRef.current.valueAsNumber)
  }
  const updateValue = () => {
    const inputQuantity = inputRef.current?.valueAsNumber ?? Number.NaN
    if (Number.isNaN(inputQuantity) || inputQuantity === value) return
    setIsClamped(false)
    setValue(inputQuantity)
    onChange?.(inputQuantity)
  }
  const stepBy = (delta: 1 | -1) => {
    if (delta === 1) inputRef.current?.stepUp()
    else inputRef.current?.stepDown()
    updateValue()
    clearTimeout(commitTimer.current)
    commitTimer.current = window.setTimeout(commitQuantity, commitDelayMs)
  }
  const handleBlur = () => {
    const field = inputRef.current
    if (!field) return
    const inputQuantity = field.valueAsNumber
    const clampedQuantity = Number.isNaN(inputQuantity)
      ? value
      : Math.max(0, Math.min(Math.round(inputQuantity), maxQuantity ?? Number.POSITIVE_INFINITY))
    if (clampedQuantity !== inputQuantity) {
      field.value = String(clampedQuantity)
      updateValue()
      setIsClamped(inputQuantity > clampedQuantity)
    }
    commitQuantity()
  }
  const renderStepButton = (delta: 1 | -1, disabled: boolean) =>
    isHydrated && (
      <button
        type="button"
        aria-label={delta === 1 ? texts.increase : texts.decrease}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => stepBy(delta)}
      >
        <Icon name={delta === 1 ? 'plus' : 'minus'} />
      </button>
    )

  return (
    <div className={quantityField} data-enhanced>
      <label htmlFor={id}>
        {texts.quantity}
        {label !== texts.quantity && <span className={visuallyHidden}>{label.slice(texts.quantity.length)}</span>}
      </label>
      <div>
        {renderStepButton(-1, value <= 0)}
        <input
          ref={inputRef}
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={0}
          max={maxQuantity}
          defaultValue={defaultValue}
          aria-describedby={note && `${id}-note`}
          onChange={updateValue}
          onBlur={handleBlur}
        />
        {renderStepButton(1, maxQuantity !== undefined && value >= maxQuantity)}
      </div>
      {note && (
        <p id={`${id}-note`} role="alert">
          {note}
        </p>
      )}
      {isHydrated && <output htmlFor={id}>{isClamped && texts.quantityAboveStock}</output>}
    </div>
  )
}
