import { muted, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { deliveryOptionTexts as texts } from '../texts/delivery-options.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { deliveryOptionField } from './checkout-paths.ts'
import * as css from './delivery-options.css.ts'
import type { DeliveryOptionsView } from './delivery-options.server.ts'

/** All delivery options of this order: one group of radio buttons. One that can't be selected says why. */
export function DeliveryOptions({ options, children }: { options: DeliveryOptionsView; children?: React.ReactNode }) {
  const { simpleOptions, days, windowFeeText, missingForDelivery, stores, selectedValue } = options
  const buildRadioProps = (value: string) => ({
    name: deliveryOptionField,
    value,
    defaultChecked: value === selectedValue,
  })
  return (
    <Panel title={texts.title} id={deliveryOptionField}>
      <div className={tightStack}>
        {children}
        <fieldset>
          <legend className={visuallyHidden}>{texts.legend}</legend>
          {simpleOptions.map(({ value, label, detail, feeText }) => (
            <RadioCard
              key={value}
              {...buildRadioProps(value)}
              label={label}
              detail={detail}
              trailingContent={feeText}
            />
          ))}
          {days.length > 0 && (
            <details
              className={css.optionGroup}
              open={selectedValue.startsWith('janela') || simpleOptions.length === 0}
            >
              <summary>
                <span className={css.fee}>
                  {windowFeeText} <Icon name="down" />
                </span>
                <b>{texts.schedule}</b> <span className={muted}>{missingForDelivery ?? texts.scheduleHint}</span>
              </summary>
              <div className={stack}>
                {days.map(({ label, windows }) => (
                  <fieldset key={label}>
                    <legend>{label}</legend>
                    <div className={css.windowGrid}>
                      {windows.map(({ value, label, isFull }) => (
                        <RadioCard
                          key={value}
                          {...buildRadioProps(value)}
                          disabled={isFull}
                          label={label}
                          detail={isFull ? texts.fullyBooked : undefined}
                        />
                      ))}
                    </div>
                  </fieldset>
                ))}
              </div>
            </details>
          )}
          {stores.length > 0 && (
            <details className={css.optionGroup} open={options.isPickup || simpleOptions.length + days.length === 0}>
              <summary>
                <span className={css.fee}>
                  <Icon name="down" />
                </span>
                <b>{texts.pickup}</b> <span className={muted}>{texts.pickupHint}</span>
              </summary>
              <div>
                {stores.map((store) => (
                  <RadioCard
                    key={store.value}
                    {...buildRadioProps(store.value)}
                    disabled={store.unavailableReason !== null}
                    label={store.name}
                    detail={
                      <>
                        {store.address}
                        <br />
                        {store.unavailableReason ??
                          `${store.openingStatusText}. ${store.readyText}. ${store.itemsTotalText}`}
                      </>
                    }
                  />
                ))}
              </div>
            </details>
          )}
        </fieldset>
      </div>
    </Panel>
  )
}
