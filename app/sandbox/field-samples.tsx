import { stack, tightStack } from '../styles/shared.css.ts'
import { componentSheetTexts as texts } from '../texts/component-sheet.ts'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Checkbox, FieldSet, Radio, Select, TextArea, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { QuantityField } from '../ui/quantity/quantity.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'

/** Every kind of field: empty, refused and disabled. */
export function FieldSamples() {
  return (
    <>
      <Panel title={texts.errorSummary}>
        <ErrorSummary errors={[{ id: 'refused', message: texts.zipcodeRefused }, { message: texts.termsRefused }]} />
      </Panel>
      <Panel title={texts.fields}>
        <Columns layout="even">
          <form className={stack}>
            <TextField label={texts.zipcode} hint={texts.zipcodeHint} name="zipcode" placeholder="00000-000" />
            <TextField
              label={texts.zipcode}
              hint={texts.zipcodeHint}
              id="refused"
              defaultValue="0131"
              error={texts.zipcodeRefused}
            />
            <TextField label={texts.city} name="city" defaultValue={texts.cityName} disabled />
            <TextField
              label={texts.coupon}
              name="coupon_code"
              isOptional
              actionButton={
                <Button variant="outline" type="button">
                  {texts.applyCoupon}
                </Button>
              }
            />
            <TextArea label={texts.note} name="order_note" isOptional placeholder={texts.noteExample} />
            <Select label={texts.sortOrderLabel} name="order">
              {texts.sortOrders.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </form>
          <form className={stack}>
            <FieldSet legend={texts.kind}>
              {texts.kinds.map((name, index) => (
                <Checkbox
                  key={name}
                  id={name}
                  name="kind"
                  label={name}
                  trailingContent={77 - index}
                  defaultChecked={index === 0}
                />
              ))}
            </FieldSet>
            <FieldSet legend={texts.timeLegend}>
              {texts.timeOptions.map((name, index) => (
                <Radio key={name} name="when" label={name} defaultChecked={index === 0} />
              ))}
            </FieldSet>
            <Checkbox name="terms" label={texts.terms} error={texts.termsRefused} />
            <QuantityField defaultValue={2} maxQuantity={23} />
            <FieldSet legend={texts.addressLegend}>
              <div className={tightStack}>
                {[texts.homeAddress, texts.workAddress].map(([name, address], index) => (
                  <RadioCard
                    key={name}
                    name="delivery_address_id"
                    value={index}
                    label={name}
                    detail={address}
                    defaultChecked={index === 0}
                  />
                ))}
              </div>
            </FieldSet>
          </form>
        </Columns>
      </Panel>
    </>
  )
}
