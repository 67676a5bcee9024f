import type { BackofficeCustomer } from '#server/backoffice/customers.ts'
import { muted, row, stack, tightStack } from '../styles/shared.css.ts'
import { customerTexts as texts } from '../texts/backoffice/customers.ts'
import { labelBackofficeStatus } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { formatDay, formatMoney, formatPhone } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { AuditLog } from './audit-log.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { EmailLog } from './email-log.tsx'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton, IntentRow } from './intent-button.tsx'
import { ListPages, readPage } from './list-pages.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

const resendEmailForm = defineStaffForm({
  intent: 'reenviar',
  schema: ({ backoffice }) => backoffice.forms.EmailChoice,
  run: ({ backoffice, id, seenHash }, { emailId }) => backoffice.customers.resendEmail(id, emailId, seenHash),
  respond: () => ({ flash: texts.resentMessage }),
})

const blockCustomerForm = defineStaffForm({
  intent: 'bloquear',
  schema: ({ backoffice }) => backoffice.forms.BlockReason,
  run: ({ backoffice, id, seenHash }, { reason }) => backoffice.customers.blockCustomer(id, reason, seenHash),
  respond: () => ({ flash: texts.blockedMessage }),
})

const unblockCustomerForm = defineStaffForm({
  intent: 'desbloquear',
  run: ({ backoffice, id, seenHash }) => backoffice.customers.unblockCustomer(id, seenHash),
  respond: () => ({ flash: texts.unblockedMessage }),
})

const eraseCustomerForm = defineStaffForm({
  intent: 'apagar',
  schema: ({ backoffice }) => backoffice.forms.ErasedEmail,
  run: ({ backoffice, id, seenHash }, { email }) => backoffice.customers.eraseCustomer(id, email, seenHash),
  respond: ({ rootPath }) => ({ to: `${rootPath}/clientes`, flash: texts.erasedMessage }),
})

const unknownIntentForm = defineStaffForm({
  intent: '',
  run: () => null,
  respond: () => ({}),
})

export const action = createStaffAction(
  [resendEmailForm, blockCustomerForm, unblockCustomerForm, eraseCustomerForm, unknownIntentForm],
  loadView,
)

async function loadView(request: StaffRequest): Promise<View> {
  const { id, backoffice, shop, rootPath, url, isAllowed } = request
  const details = await backoffice.customers.getCustomer(id, readPage(url, 'emails'))
  const { customer, block } = details
  const mayManage = isAllowed('customers.manage')
  const now = shop.clock.now()
  return {
    title: texts.title,
    heading: `${customer.firstName} ${customer.lastName}`,
    content: (
      <>
        {block && (
          <Message tone="warn" title={texts.blockedSince(formatDateAndTime(block.since))}>
            <div className={tightStack}>
              <p>“{block.reason}”</p>
              <p>{texts.blockedHint}</p>
              {mayManage && (
                <PostForm>
                  <SeenState seenHash={details.seenHash} />
                  <IntentButton intent="desbloquear" label={texts.unblock} variant="outline" />
                </PostForm>
              )}
            </div>
          </Message>
        )}
        <Columns layout="aside">
          <div className={stack}>
            <OrderTable details={details} rootPath={rootPath} />
            {mayManage && <AccountForms details={details} request={request} />}
          </div>
          <div className={stack}>
            <ContactPanel details={details} />
            {isAllowed('customers.search') && (
              <>
                <EmailLog emails={details.emails} seenHash={details.seenHash} mayResend={mayManage} now={now} />
                <ListPages
                  url={url}
                  hasMore={details.emails.length === shop.backoffice.listSizes.emails}
                  param="emails"
                />
              </>
            )}
            <AuditPanel details={details} now={now} />
          </div>
        </Columns>
      </>
    ),
  }
}

function OrderTable({ details: { orders }, rootPath }: { details: BackofficeCustomer; rootPath: string }) {
  if (orders.length === 0)
    return (
      <Panel title={texts.orders}>
        <p className={muted}>{texts.noOrders}</p>
      </Panel>
    )
  return (
    <TablePanel caption={texts.orders} columns={texts.columns} numericColumnIndexes={[3]}>
      {orders.map((order) => (
        <tr key={order.id}>
          <th scope="row">
            <a href={`${rootPath}/pedidos/${order.id}`}>
              <b>{order.id}</b>
            </a>
          </th>
          <td>{formatDateAndTime(order.placedAt)}</td>
          <td>
            <Badge tone={order.status === 'prescription_review' ? 'info' : 'plain'}>
              {labelBackofficeStatus(order)}
            </Badge>
          </td>
          <td className={css.numericCell}>{formatMoney(order.net.listedCents)}</td>
        </tr>
      ))}
    </TablePanel>
  )
}

function ContactPanel({ details: { customer } }: { details: BackofficeCustomer }) {
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
          { name: texts.emailConfirmedLabel, value: customer.emailConfirmedAt ? texts.yes : texts.notConfirmedYet },
        ]}
      />
    </Panel>
  )
}

type AccountFormsProps = { details: BackofficeCustomer; request: StaffRequest }

/** What only the owner does, folded: each is rare, and two cannot be undone. */
function AccountForms({ details: { customer, block, seenHash }, request }: AccountFormsProps) {
  const blocking = showStaffForm(blockCustomerForm, request, { texts: texts.blockFields })
  const erasure = showStaffForm(eraseCustomerForm, request, { texts: texts.eraseFields })
  return (
    <section className={css.tablePanel} aria-label={texts.account}>
      {!block && (
        <FoldedForm title={texts.blockTitle} isOpen={blocking.failedForm !== undefined}>
          <SeenState seenHash={seenHash} />
          <p className={muted}>{texts.blockHint}</p>
          <TextField {...blocking.field('reason')} />
          <IntentRow intent="bloquear" label={texts.block} variant="danger" />
        </FoldedForm>
      )}
      <details className={css.collapsibleForm}>
        <summary>{texts.exportTitle}</summary>
        <div className={stack}>
          <p className={muted}>{texts.exportHint}</p>
          <div className={row}>
            <ButtonLink variant="outline" href={`${request.rootPath}/clientes/${customer.id}/dados`} download>
              {texts.export}
            </ButtonLink>
          </div>
        </div>
      </details>
      <FoldedForm title={texts.eraseTitle} isOpen={erasure.failedForm !== undefined}>
        <SeenState seenHash={seenHash} />
        <p className={muted}>{texts.eraseHint}</p>
        <TextField {...erasure.field('email')} autoComplete="off" />
        <IntentRow intent="apagar" label={texts.erase} variant="danger" />
      </FoldedForm>
    </section>
  )
}

function AuditPanel({ details: { auditEntries }, now }: { details: BackofficeCustomer; now: Date }) {
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
