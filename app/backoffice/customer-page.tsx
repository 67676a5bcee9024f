import { z } from 'zod'
import type { BackofficeCustomer } from '#server/backoffice/customers.ts'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, stack, tightStack } from '../styles/shared.css.ts'
import { customerTexts as texts } from '../texts/backoffice/customers.ts'
import { orderStatusTexts } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { formatDay, formatMoney, formatPhone } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { AuditLog } from './audit-log.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { EmailLog } from './email-log.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import {
  type FailedForm,
  hasPermission,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

export const loader = staffLoader(loadView)

const parseCustomerId = ({ params }: StaffRequest) => parseId(params.id)

/** Redirects to the customer, with a flash message. */
const redirectToCustomer = (flash: string) => (request: StaffRequest) => ({
  to: `${request.root}/clientes/${parseCustomerId(request)}`,
  flash,
})

const resendEmailForm = staffForm({
  ...noFields,
  intent: 'reenviar',
  run: (request) =>
    request.shop.backoffice.customers.resendEmail(
      request.actor,
      parseCustomerId(request),
      parseId(request.formData.get('mensagem')),
    ),
  respond: redirectToCustomer(texts.resentMessage),
})

const blockForm = staffForm({
  intent: 'bloquear',
  schema: () => z.object({ reason: rawText }),
  fields: { reason: 'motivo' },
  run: (request, { reason }) =>
    request.shop.backoffice.customers.block(request.actor, parseCustomerId(request), reason),
  respond: redirectToCustomer(texts.blockedMessage),
})

const unblockForm = staffForm({
  ...noFields,
  intent: 'desbloquear',
  run: (request) => request.shop.backoffice.customers.unblock(request.actor, parseCustomerId(request)),
  respond: redirectToCustomer(texts.unblockedMessage),
})

const eraseForm = staffForm({
  intent: 'apagar',
  schema: () => z.object({ email: rawText }),
  fields: { email: 'email' },
  run: (request, { email }) => request.shop.backoffice.customers.erase(request.actor, parseCustomerId(request), email),
  respond: ({ root }) => ({ to: `${root}/clientes`, flash: texts.erasedMessage }),
})

const unknownIntentForm = staffForm({ ...noFields, intent: '', run: () => null, respond: redirectToCustomer('') })

export const action = staffAction([resendEmailForm, blockForm, unblockForm, eraseForm, unknownIntentForm], loadView)

async function loadView(request: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const { shop, actor, params, root } = request
  const details = await shop.backoffice.customers.getCustomer(actor, parseId(params.id))
  const { customer, block } = details
  const mayManage = hasPermission(shop, actor, 'customers.manage')
  const now = shop.clock.now()
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.pageHeader}>
          {customer.firstName} {customer.lastName}
        </h1>
        {failedForm && failedForm.firstErrorFieldId === undefined && (
          <FormErrorMessage>{failedForm.message}</FormErrorMessage>
        )}
        {block && (
          <Message tone="warn" title={texts.blockedSince(formatDateAndTime(block.since))}>
            <div className={tightStack}>
              <p>“{block.reason}”</p>
              <p>{texts.blockedHint}</p>
              {mayManage && (
                <PostForm>
                  <Button variant="outline" name="intent" value="desbloquear">
                    {texts.unblock}
                  </Button>
                </PostForm>
              )}
            </div>
          </Message>
        )}
        <Columns layout="aside">
          <div className={stack}>
            <OrderTable details={details} root={root} />
            {mayManage && <AccountForms details={details} root={root} failedForm={failedForm} />}
          </div>
          <div className={stack}>
            <Contact details={details} />
            {hasPermission(shop, actor, 'customers.search') && (
              <EmailLog emails={details.emails} mayResend={mayManage} now={now} />
            )}
            <ActionHistory details={details} now={now} />
          </div>
        </Columns>
      </div>
    ),
  }
}

function OrderTable({ details: { orders }, root }: { details: BackofficeCustomer; root: string }) {
  if (orders.length === 0)
    return (
      <Panel title={texts.orders}>
        <p className={muted}>{texts.noOrders}</p>
      </Panel>
    )
  return (
    <div className={css.tablePanel}>
      <StaffTable caption={texts.orders} columns={texts.columns} numericColumns={[3]}>
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              <a href={`${root}/pedidos/${order.id}`}>
                <b>{order.id}</b>
              </a>
            </th>
            <td>{formatDateAndTime(order.placedAt)}</td>
            <td>
              <Badge tone={order.status === 'prescription_review' ? 'info' : 'plain'}>
                {orderStatusTexts[order.status]}
              </Badge>
            </td>
            <td className={css.numericCell}>{formatMoney(order.totalCents)}</td>
          </tr>
        ))}
      </StaffTable>
    </div>
  )
}

function Contact({ details: { customer } }: { details: BackofficeCustomer }) {
  return (
    <Panel title={texts.contact}>
      <p>
        <a href={`mailto:${customer.email}`}>{customer.email}</a>
      </p>
      <div className={row}>
        <ButtonLink variant="outline" href={`tel:+55${customer.phone}`}>
          {formatPhone(customer.phone)}
        </ButtonLink>
        <ButtonLink variant="outline" href={`https://wa.me/55${customer.phone}`}>
          {texts.whatsapp}
        </ButtonLink>
      </div>
      <DescriptionList
        items={[
          { name: texts.customerSinceLabel, value: formatDay(toIsoDay(customer.createdAt)) },
          { name: texts.confirmed, value: customer.emailConfirmedAt ? texts.yes : texts.notConfirmedYet },
        ]}
      />
    </Panel>
  )
}

type AccountFormsProps = { details: BackofficeCustomer; root: string; failedForm: FailedForm | undefined }

/** What only the owner does, folded: each is rare, and two cannot be undone. */
function AccountForms({ details: { customer, block }, root, failedForm }: AccountFormsProps) {
  const errorFor = (field: string) => (failedForm?.firstErrorFieldId === field ? failedForm.message : null)
  const valueFor = (field: string) => failedForm?.fieldValue(field) ?? ''
  return (
    <section className={css.tablePanel} aria-label={texts.account}>
      {!block && (
        <details className={css.foldedForm} open={errorFor('motivo') !== null}>
          <summary>{texts.blockTitle}</summary>
          <PostForm className={stack}>
            <p className={muted}>{texts.blockHint}</p>
            <TextField
              label={texts.reason}
              hint={texts.reasonHint}
              name="motivo"
              required
              maxLength={300}
              defaultValue={valueFor('motivo')}
              error={errorFor('motivo')}
            />
            <div className={row}>
              <Button variant="danger" name="intent" value="bloquear">
                {texts.block}
              </Button>
            </div>
          </PostForm>
        </details>
      )}
      <details className={css.foldedForm}>
        <summary>{texts.exportTitle}</summary>
        <div className={stack}>
          <p className={muted}>{texts.exportHint}</p>
          <div className={row}>
            <ButtonLink variant="outline" href={`${root}/clientes/${customer.id}/dados`} download>
              {texts.export}
            </ButtonLink>
          </div>
        </div>
      </details>
      <details className={css.foldedForm} open={errorFor('email') !== null}>
        <summary>{texts.eraseTitle}</summary>
        <PostForm className={stack}>
          <p className={muted}>{texts.eraseHint}</p>
          <TextField
            label={texts.confirmEmailLabel}
            name="email"
            id="apagar-email"
            type="email"
            autoComplete="off"
            required
            defaultValue={valueFor('email')}
            error={errorFor('email')}
          />
          <div className={row}>
            <Button variant="danger" name="intent" value="apagar">
              {texts.erase}
            </Button>
          </div>
        </PostForm>
      </details>
    </section>
  )
}

function ActionHistory({ details: { auditEntries }, now }: { details: BackofficeCustomer; now: Date }) {
  if (auditEntries.length === 0) return null
  return (
    <Panel as="div">
      <details>
        <summary>{texts.auditTitle}</summary>
        <AuditLog entries={auditEntries} now={now} />
      </details>
    </Panel>
  )
}
