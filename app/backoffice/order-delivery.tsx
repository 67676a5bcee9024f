import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { row, stack, tightStack } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import {
  formatAddressLine,
  formatFiscalKey,
  formatPhone,
  formatTaxNumber,
  formatZipcode,
  nameTaxNumber,
} from '../texts/format.ts'
import { problemTexts } from '../texts/problems.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { postponeOrderForm, setFiscalKeyForm } from './order-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type DeliveryPanelProps = { details: BackofficeOrder; rootPath: string }

/** The recipient, the address, and how to reach them. */
export function DeliveryPanel({ details: { order, customer }, rootPath }: DeliveryPanelProps) {
  const phoneDigits = customer?.phone.replace(/\D/g, '') ?? ''
  return (
    <Panel title={order.type === 'pickup' ? texts.pickupAt(order.address.addressType) : texts.deliveryTitle}>
      <div className={tightStack}>
        <p>
          {customer ? (
            <>
              <a href={`${rootPath}/clientes/${customer.id}`}>
                <b>
                  {customer.firstName} {customer.lastName}
                </b>
              </a>
              <br />
              {formatAddressLine(order.address)}
            </>
          ) : (
            texts.accountErased
          )}
          <br />
          CEP {formatZipcode(order.address.zipcode)}
        </p>
        {order.courier && (
          <p>
            {texts.courier(order.courier.name)}
            {order.courier.phone && <> {order.courier.phone}</>}
          </p>
        )}
        {order.receivedBy && <p>{texts.receivedByName(order.receivedBy)}</p>}
        {order.note && (
          <p>
            {texts.note}: “{order.note}”
          </p>
        )}
        {phoneDigits && (
          <div className={row}>
            <ButtonLink variant="outline" href={`tel:+55${phoneDigits}`}>
              {formatPhone(phoneDigits)}
            </ButtonLink>
            <ButtonLink variant="outline" href={`https://wa.me/55${phoneDigits}`}>
              {texts.whatsapp}
            </ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  )
}

type OrderPanelProps = { details: BackofficeOrder; request: StaffRequest }

export function FiscalDocumentPanel({ details: { order, taxNumber, seenHashes }, request }: OrderPanelProps) {
  if (order.paidAt === null) return null
  const savedKey = formatFiscalKey(order.fiscalKey ?? '')
  const { field, failedForm } = showStaffForm(setFiscalKeyForm, request, {
    texts: texts.fiscalFields,
    values: { fiscalKey: savedKey },
  })
  return (
    <Panel title={texts.fiscalTitle}>
      {taxNumber && (
        <p>
          {texts.taxNumber(nameTaxNumber(taxNumber))} <b translate="no">{formatTaxNumber(taxNumber)}</b>
        </p>
      )}
      <PostForm className={stack}>
        <SeenState seenHash={seenHashes.fiscalKey} />
        <TextField
          {...field('fiscalKey')}
          // A keyboard of digits alone would have no letters of a CNPJ.
          inputMode="text"
          autoCapitalize="characters"
          spellCheck={false}
          autoComplete="off"
          hint={failedForm && savedKey && texts.savedFiscalKey(savedKey)}
        />
        <IntentButton intent="nota" label={texts.save} variant="outline" />
      </PostForm>
    </Panel>
  )
}

/** Another time than was promised, for an order that is on its way or in the shop. */
export function PostponePanel({ details: { order, seenHashes }, request }: OrderPanelProps) {
  if (order.phase !== 'shop' && order.phase !== 'inTransit') return null
  const { field, failedForm } = showStaffForm(postponeOrderForm, request, { texts: texts.promiseFields })
  return (
    <FoldedForm className={css.tablePanel} title={texts.promiseFields.promise[0]} isOpen={failedForm !== undefined}>
      <SeenState seenHash={seenHashes.promise} />
      <TextField {...field('promise')} type="datetime-local" />
      <IntentButton intent="adiar" label={texts.postponeDelivery} variant="outline" />
    </FoldedForm>
  )
}

export function ReportedProblems({ details: { problems }, rootPath }: { details: BackofficeOrder; rootPath: string }) {
  if (problems.length === 0) return null
  return (
    <Panel title={texts.problems}>
      <ul>
        {problems.map(({ id, kind, state }) => (
          <li key={id}>
            <a href={`${rootPath}/pedidos-de-clientes/${id}`}>{problemTexts.problemNumber(id)}</a>:{' '}
            {problemTexts.kinds[kind]}, {problemTexts.states[state === 'draft' ? 'open' : state].toLowerCase()}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
