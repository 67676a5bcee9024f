import { useRef, useState } from 'react'
import { useHydrated } from '../../client/hydrated.ts'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Icon } from '../icon/icon.tsx'
import { quantity } from './quantity.css.ts'

type QuantityProps = {
  /** Must be unique where a page has several. */
  id?: string
  name?: string
  defaultValue: number
  /** Limit for the buttons. Higher numbers can be typed: the server corrects them and says so. */
  min?: number
  max?: number | undefined
  /** Begins with "Quantidade"; the rest, such as the product's name, is for screen readers only. */
  label?: string
  /** The id of the text that says what is counted, where a page has several. */
  describedBy?: string
  /** Called when the number changes, by button or by typing. */
  onChange?: (quantity: number) => void
}

/**
 * A number field; with scripts it gets − and + in reserved space. They are not submit buttons: Enter would press the first.
 */
export function Quantity(props: QuantityProps) {
  const { id = 'quantity', name = 'quantity', defaultValue, min = 0, max, label = texts.quantity, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const [value, setValue] = useState(defaultValue)

  const read = () => {
    const number = input.current?.valueAsNumber ?? Number.NaN
    if (Number.isNaN(number) || number === value) return
    setValue(number)
    onChange?.(number)
  }
  const step = (by: 1 | -1) => {
    if (by === 1) input.current?.stepUp()
    else input.current?.stepDown()
    read()
  }

  return (
    <div className={quantity} data-enhanced>
      <label htmlFor={id}>
        {texts.quantity}
        <span className={visuallyHidden}>{label.slice(texts.quantity.length)}</span>
      </label>
      <div>
        {hydrated && (
          <button
            type="button"
            aria-label={texts.less}
            aria-describedby={props.describedBy}
            disabled={value <= min}
            onClick={() => step(-1)}
          >
            <Icon name="minus" />
          </button>
        )}
        <input
          ref={input}
          id={id}
          name={name}
          type="number"
          inputMode="numeric"
          defaultValue={defaultValue}
          onChange={read}
        />
        {hydrated && (
          <button
            type="button"
            aria-label={texts.more}
            aria-describedby={props.describedBy}
            disabled={max !== undefined && value >= max}
            onClick={() => step(1)}
          >
            <Icon name="plus" />
          </button>
        )}
      </div>
    </div>
  )
}
