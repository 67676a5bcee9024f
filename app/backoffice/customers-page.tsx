import { muted, visuallyHidden } from '../styles/shared.css.ts'
import { customerSearchTexts as texts } from '../texts/backoffice/customers.ts'
import { toIsoDay } from '../texts/dates.ts'
import { formatDay } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { TextField } from '../ui/field/field.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

async function loadView({ backoffice, url, rootPath }: StaffRequest): Promise<View> {
  const term = (url.searchParams.get('busca') ?? '').trim()
  const customers = await backoffice.customers.searchCustomers(term)
  return {
    title: texts.title,
    content: (
      <>
        <form className={css.searchForm} action={`${rootPath}/clientes`}>
          <TextField
            label={<span className={visuallyHidden}>{texts.search}</span>}
            id="busca-cliente"
            name="busca"
            type="search"
            placeholder={texts.search}
            defaultValue={term}
            actionButton={<Button variant="outline">{texts.submit}</Button>}
          />
        </form>
        {term === '' && <p className={muted}>{texts.hint}</p>}
        {term !== '' && customers.length === 0 && (
          <EmptyState icon="search" title={texts.emptyTitle}>
            {texts.emptyHint}
          </EmptyState>
        )}
        {customers.length > 0 && (
          <TablePanel caption={texts.caption(term)} columns={texts.columns}>
            {customers.map((customer) => (
              <tr key={customer.id}>
                <th scope="row">
                  <a href={`${rootPath}/clientes/${customer.id}`}>{customer.name}</a>
                  {customer.isBlocked && (
                    <small>
                      <Badge tone="low">{texts.blockedLabel}</Badge>
                    </small>
                  )}
                </th>
                <td>{texts.customerSince(formatDay(toIsoDay(customer.createdAt)))}</td>
                <td data-wide className={css.breakAnywhere}>
                  {customer.maskedEmail}
                  <small>{texts.phoneEnding(customer.phoneLastDigits)}</small>
                </td>
              </tr>
            ))}
          </TablePanel>
        )}
        {customers.length === 50 && (
          <p className={muted} data-rest>
            {texts.moreResultsHint}
          </p>
        )}
      </>
    ),
  }
}
