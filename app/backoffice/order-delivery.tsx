import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { row, stack, tightStack } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatAddressLine, formatCpf, formatFiscalKey, formatPhone, formatZipcode } from '../texts/format.ts'
import { problemTexts } from '../texts/problems.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { SeenState } from './seen-state.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

/** The recipient, the address, and how to reach them. */
export function DeliveryPanel({
  details: { order, customer },
  rootPath,
}: {
  details: BackofficeOrder
  rootPath: string
}) {
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

type OrderPanelProps = { details: BackofficeOrder; failedForm: FailedForm | undefined }

/** The access key of its fiscal document. */
export function FiscalDocumentPanel({ details: { order, fiscalCpf, seenHashes }, failedForm }: OrderPanelProps) {
  if (order.paidAt === null) return null
  const failedFiscalForm = failedForm?.intent === 'nota' ? failedForm : undefined
  const hasFiscalKeyError = failedForm?.firstErrorFieldId === 'fiscal_key'
  return (
    <Panel title={texts.fiscalTitle}>
      {fiscalCpf && (
        <p>
          {texts.fiscalCpf} <b translate="no">{formatCpf(fiscalCpf)}</b>
        </p>
      )}
      <PostForm className={stack}>
        <SeenState seenHash={seenHashes.fiscalKey} />
        <TextField
          label={texts.fiscalKey}
          name="fiscal_key"
          // A keyboard of digits alone would have no letters of a CNPJ.
          inputMode="text"
          autoCapitalize="characters"
          spellCheck={false}
          autoComplete="off"
          required
          hint={failedFiscalForm && order.fiscalKey && texts.savedFiscalKey(formatFiscalKey(order.fiscalKey))}
          defaultValue={failedFiscalForm?.getFieldValue('fiscal_key') ?? formatFiscalKey(order.fiscalKey ?? '')}
          error={hasFiscalKeyError ? failedForm.message : null}
        />
        <Button variant="outline" name="intent" value="nota">
          {texts.save}
        </Button>
      </PostForm>
    </Panel>
  )
}

/** Another time than was promised, for an order that is on its way or in the shop. */
export function PostponePanel({ details: { order, seenHashes }, failedForm }: OrderPanelProps) {
  if (order.phase !== 'shop' && order.phase !== 'inTransit') return null
  const failedPostponeForm = failedForm?.intent === 'adiar' ? failedForm : undefined
  const hasTimeError = failedForm?.firstErrorFieldId === 'promise'
  return (
    <details className={`${css.tablePanel} ${css.collapsibleForm}`} open={failedPostponeForm !== undefined}>
      <summary>{texts.newPromisedTime}</summary>
      <PostForm className={stack}>
        <SeenState seenHash={seenHashes.promise} />
        <TextField
          label={texts.newPromisedTime}
          hint={texts.newPromisedTimeHint}
          name="promise"
          type="datetime-local"
          required
          defaultValue={failedPostponeForm?.getFieldValue('promise') ?? ''}
          error={hasTimeError ? failedForm.message : null}
        />
        <Button variant="outline" name="intent" value="adiar">
          {texts.postponeDelivery}
        </Button>
      </PostForm>
    </details>
  )
}

/** The problems that the order's customer reported. */
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
