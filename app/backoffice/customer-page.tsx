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
import { FormErrorMessage } from './form-error-message.tsx'
import { MailLog } from './mail-log.tsx'
import {
  type FailedForm,
  may,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

export const loader = staffLoader(show)

const parseCustomerId = ({ params }: StaffRequest) => parseId(params.id)

/** Redirects to the customer, with a flash message. */
const redirectToCustomer = (flash: string) => (request: StaffRequest) => ({
  to: `${request.root}/clientes/${parseCustomerId(request)}`,
  flash,
})

const resendEmail = staffForm({
  ...noFields,
  intent: 'reenviar',
  run: (request) =>
    request.shop.backoffice.customers.sendMailAgain(
      request.actor,
      parseCustomerId(request),
      parseId(request.form.get('mensagem')),
    ),
  next: redirectToCustomer(texts.sentAgain),
})

const blockForm = staffForm({
  intent: 'bloquear',
  schema: () => z.object({ reason: rawText }),
  fields: { reason: 'motivo' },
  run: (request, { reason }) =>
    request.shop.backoffice.customers.block(request.actor, parseCustomerId(request), reason),
  next: redirectToCustomer(texts.blockedMessage),
})

const unblockForm = staffForm({
  ...noFields,
  intent: 'desbloquear',
  run: (request) => request.shop.backoffice.customers.unblock(request.actor, parseCustomerId(request)),
  next: redirectToCustomer(texts.unblockedMessage),
})

const eraseForm = staffForm({
  intent: 'apagar',
  schema: () => z.object({ email: rawText }),
  fields: { email: 'email' },
  run: (request, { email }) => request.shop.backoffice.customers.erase(request.actor, parseCustomerId(request), email),
  next: ({ root }) => ({ to: `${root}/clientes`, flash: texts.erased }),
})

const unknownIntent = staffForm({ ...noFields, intent: '', run: () => null, next: redirectToCustomer('') })

export const action = staffAction([resendEmail, blockForm, unblockForm, eraseForm, unknownIntent], show)

async function show(request: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const { shop, actor, params, root } = request
  const record = await shop.backoffice.customers.find(actor, parseId(params.id))
  const { customer, block } = record
  const mayManage = may(shop, actor, 'customers.manage')
  const now = shop.clock.now()
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.top}>
          {customer.firstName} {customer.lastName}
        </h1>
        {failedForm && failedForm.field === undefined && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
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
        <Columns ratio="aside">
          <div className={stack}>
            <OrderTable details={record} root={root} />
            {mayManage && <AccountForms details={record} root={root} failedForm={failedForm} />}
          </div>
          <div className={stack}>
            <Contact details={record} />
            {may(shop, actor, 'customers.search') && <MailLog emails={record.mails} mayResend={mayManage} now={now} />}
            <ActionHistory details={record} now={now} />
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
    <div className={css.sheet}>
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
            <td className={css.number}>{formatMoney(order.totalCents)}</td>
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
          { name: texts.since, value: formatDay(toIsoDay(customer.createdAt)) },
          { name: texts.confirmed, value: customer.emailConfirmedAt ? texts.yes : texts.notYet },
        ]}
      />
    </Panel>
  )
}

type AccountFormsProps = { details: BackofficeCustomer; root: string; failedForm: FailedForm | undefined }

/** What only the owner does, folded: each is rare, and two cannot be undone. */
function AccountForms({ details: { customer, block }, root, failedForm }: AccountFormsProps) {
  const errorFor = (field: string) => (failedForm?.field === field ? failedForm.message : null)
  const valueFor = (field: string) => failedForm?.fieldValue(field) ?? ''
  return (
    <section className={css.sheet} aria-label={texts.account}>
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
            label={texts.typeEmail}
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

function ActionHistory({ details: { acts }, now }: { details: BackofficeCustomer; now: Date }) {
  if (acts.length === 0) return null
  return (
    <Panel as="div">
      <details>
        <summary>{texts.acts}</summary>
        <AuditLog acts={acts} now={now} />
      </details>
    </Panel>
  )
}
