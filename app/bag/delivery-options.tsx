import { muted, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { optionTexts as texts } from '../texts/delivery-options.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import * as css from './delivery-options.css.ts'
import type { OptionsView } from './delivery-options.server.ts'
import { optionField } from './order-draft.ts'

/** Every way in which this order may reach its customer: one group of radio buttons. What can't be selected says why. */
export function DeliveryOptions({ options, children }: { options: OptionsView; children?: React.ReactNode }) {
  const { simple, days, windowFee, stores, choice: selected } = options
  const choice = (value: string) => ({ name: optionField, value, defaultChecked: value === selected })
  return (
    <Panel title={texts.title} id={optionField}>
      <div className={tightStack}>
        {children}
        <fieldset>
          <legend className={visuallyHidden}>{texts.legend}</legend>
          {simple.map(({ value, label, detail, fee }) => (
            <RadioCard key={value} {...choice(value)} label={label} detail={detail} aside={fee} />
          ))}
          {days.length > 0 && (
            <details className={css.group} open={selected.startsWith('janela') || simple.length === 0}>
              <summary>
                <span className={css.fee}>
                  {windowFee} <Icon name="down" />
                </span>
                <b>{texts.schedule}</b> <span className={muted}>{texts.scheduleHint}</span>
              </summary>
              <div className={stack}>
                {days.map(({ label, windows }) => (
                  <fieldset key={label}>
                    <legend>{label}</legend>
                    <div className={css.slots}>
                      {windows.map(({ value, label, isFull }) => (
                        <RadioCard
                          key={value}
                          {...choice(value)}
                          disabled={isFull}
                          label={label}
                          detail={isFull ? texts.full : undefined}
                        />
                      ))}
                    </div>
                  </fieldset>
                ))}
              </div>
            </details>
          )}
          {stores.length > 0 && (
            <details className={css.group} open={options.isPickup || simple.length + days.length === 0}>
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
                    {...choice(store.value)}
                    disabled={store.unavailableReason !== null}
                    label={store.name}
                    detail={
                      <>
                        {store.address}
                        <br />
                        {store.unavailableReason ?? `${store.hours}. ${store.ready}. ${store.total}`}
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
